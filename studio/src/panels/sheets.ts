/** In narrow windows the panels are sheets, of which one is open at a time. */

export function useSheets(onChange: () => void): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('#sheets [data-opens]')];
  const show = (name: string | undefined) => {
    document.body.dataset.sheet = name ?? '';
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.opens === name));
    onChange();
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const name = button.dataset.opens;
      show(document.body.dataset.sheet === name ? undefined : name);
    });
  }
  document.getElementById('view')?.addEventListener('pointerdown', () => {
    if (document.body.dataset.sheet) show(undefined);
  });
}
