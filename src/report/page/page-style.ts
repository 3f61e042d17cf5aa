/** The style of the report's page: light and dark, wide and narrow, and on paper. */
import { DISCIPLINE_COLOURS } from '../disciplines.ts';

const BADGES = Object.entries(DISCIPLINE_COLOURS).map(([name, colour]) => `.d-${name} { --trade: ${colour}; }`);

export const PAGE_STYLE = `
:root { color-scheme: light; --paper: #fff; --ink: #1c2430; --soft: #5c6675; --line: #d9dee5; --shade: #f3f5f8; --accent: #1f5f99;
  --first: #568abe; --second: #e8aa58; --contact: #c4163a; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { color-scheme: dark; --paper: #14181e; --ink: #e8ecf1;
  --soft: #a0abb9; --line: #323a45; --shade: #1d232b; --accent: #8cc1f0; --contact: #ff6b81; } }
:root[data-theme="dark"] { color-scheme: dark; --paper: #14181e; --ink: #e8ecf1; --soft: #a0abb9; --line: #323a45;
  --shade: #1d232b; --accent: #8cc1f0; --contact: #ff6b81; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
h1, h2, h3, p, dl, dd, figure { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; }
button, select, input, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line);
  border-radius: 6px; padding: 5px 10px; }
button { cursor: pointer; }
button:hover:not(:disabled) { border-color: var(--accent); }
button:disabled { opacity: .5; cursor: default; }
button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--paper); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none !important; }
.top { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px 24px; padding: 20px 24px 16px; border-bottom: 1px solid var(--line); }
.top .say { color: var(--soft); margin-top: 6px; overflow-wrap: anywhere; max-width: 90ch; }
.top .verdict { color: var(--ink); font-weight: 600; }
.tools { display: flex; gap: 8px; margin-top: 12px; }
.overview { position: relative; width: 300px; align-self: start; border-radius: 8px; overflow: hidden; border: 1px solid var(--line); }
.overview img { display: block; width: 100%; }
.overview svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.overview circle { fill: #c4163a; stroke: #fff; stroke-width: 1.2; }
.counts { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; padding: 0; list-style: none; }
.counts li { border: 1px solid var(--line); border-radius: 999px; padding: 2px 12px; }
.counts b { font-variant-numeric: tabular-nums; }
main { display: grid; grid-template-columns: minmax(0, 1fr); }
.list { padding: 16px 24px; min-width: 0; }
.filters { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 10px; align-items: center; }
.filters input { flex: 1 1 14em; min-width: 0; }
.filters output { color: var(--soft); }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; padding: 6px 8px; border-bottom: 1px solid var(--line); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
th button { border: 0; padding: 0; font-weight: 600; color: var(--soft); background: none; }
th[aria-sort="ascending"] button::after { content: " ↓"; }
th[aria-sort="descending"] button::after { content: " ↑"; }
th.narrow { width: 6em; } th.kindhead { width: 8.2em; } th.measure { width: 6.6em; } th.id { width: 6.6em; }
.name { display: -webkit-box; -webkit-line-clamp: 6; -webkit-box-orient: vertical; overflow: hidden; white-space: normal; overflow-wrap: anywhere; line-height: 1.3; }
tbody tr { cursor: pointer; }
tbody tr:hover { background: var(--shade); }
tbody tr[aria-current] { background: var(--shade); box-shadow: inset 3px 0 var(--accent); }
td button { border: 0; padding: 0; background: none; color: var(--accent); font-variant-numeric: tabular-nums; }
.kind { font-weight: 600; }
.dot { display: inline-block; width: .75em; height: .75em; border-radius: 3px; margin-inline-end: .45em; flex: none; }
.dot.first { background: var(--first); } .dot.second { background: var(--second); border-radius: 50%; }
.badge { display: inline-block; padding: 0 7px; margin-inline-end: 6px; border-radius: 999px; font-size: .78rem; line-height: 1.5; border: 1px solid var(--trade);
  background: color-mix(in srgb, var(--trade) 18%, var(--paper)); color: var(--ink); max-width: 12em; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; white-space: nowrap; }
${BADGES.join('\n')}
small.beside { display: none !important; }
td small { display: block; color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
th.wherehead { width: 7.5em; } .project { font-size: 1.05rem; }
.summary { display: flex; flex-wrap: wrap; gap: 16px 40px; padding: 16px 24px; border-bottom: 1px solid var(--line); }
.summary section { min-width: 0; max-width: 100%; overflow-x: auto; } .summary h2 { font-size: .95rem; margin-bottom: 4px; }
table.plain { width: auto; table-layout: auto; } table.plain th { color: var(--soft); font-weight: 600; }
table.plain tr { cursor: auto; } table.plain td, table.plain th { padding: 4px 12px 4px 0; } .number { text-align: right; font-variant-numeric: tabular-nums; }
.summary meter { width: 8em; } .more h3 { font-size: .95rem; margin-top: 12px; }
.detail { padding: 16px 24px 32px; min-width: 0; }
html:not(.live) .detail, html:not(.live) .filters, html:not(.live) .tools { display: none; }
.detail nav { display: flex; gap: 8px; align-items: center; margin-bottom: 10px; }
.detail nav output { color: var(--soft); margin-left: auto; }
#back { display: none; }
.title { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
.title code { color: var(--soft); }
.parts { list-style: none; padding: 0; margin: 8px 0 12px; display: grid; gap: 4px; }
.parts li { display: flex; align-items: baseline; }
.parts div { min-width: 0; overflow-wrap: anywhere; max-height: 7.2em; overflow-y: auto; }
.parts small { color: var(--soft); overflow-wrap: anywhere; }
.stage { position: relative; aspect-ratio: 16 / 11; background: #eef1f4; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.stage img, .stage canvas { width: 100%; height: 100%; display: block; object-fit: contain; touch-action: none; }
.stage img { cursor: grab; } .stage canvas { cursor: grab; }
.stage canvas:active { cursor: grabbing; }
#stage-message { position: absolute; inset: 0; display: grid; place-items: center; padding: 24px; text-align: center; color: #1c2430; }
#measure-label { position: absolute; left: 0; top: 0; width: 0; height: 0; pointer-events: none; }
#measure-label::before { content: ""; position: absolute; left: -5px; top: -5px; width: 10px; height: 10px; border-radius: 50%;
  background: #222832; border: 2px solid #fff; box-sizing: border-box; box-shadow: 0 0 0 1px #222832; }
#measure-label span { position: absolute; left: 14px; bottom: 10px; background: #fff; color: #222832; border: 1px solid #9aa3af;
  border-radius: 6px; padding: 2px 8px; white-space: nowrap; font-weight: 600; }
#measure-label.ring span { display: none; }
#measure-label.ring::before { left: -16px; top: -16px; width: 32px; height: 32px; background: none; border: 2px solid #c4163a; box-shadow: 0 0 0 1px #fff, inset 0 0 0 1px #fff; }
#measure-label.left span { left: auto; right: 14px; }
#measure-label.below span { bottom: auto; top: 10px; }
.controls { display: flex; flex-wrap: wrap; gap: 8px; margin: 10px 0; align-items: center; }
.controls input { flex: 1 1 8em; min-width: 6em; padding: 0; }
.hint { color: var(--soft); font-size: .87rem; }
.below { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 240px); gap: 20px; margin-top: 12px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px; align-content: start; }
dt { color: var(--soft); } dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.where { position: relative; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; align-self: start; }
.where img { display: block; width: 100%; }
#pin { position: absolute; width: 16px; height: 16px; margin: -8px 0 0 -8px; border-radius: 50%; border: 3px solid #c4163a;
  background: #ffffffb0; box-shadow: 0 0 0 1px #fff; }
#decide { display: grid; gap: 8px; margin-top: 16px; padding-top: 12px; border-top: 1px solid var(--line); grid-column: 1 / -1; }
#decide label { display: grid; gap: 4px; color: var(--soft); }
#decide textarea { min-height: 4.2em; resize: vertical; color: var(--ink); }
#decide .row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.more { padding: 8px 24px 32px; } .more summary { cursor: pointer; font-weight: 600; padding: 6px 0; }
.more table { margin-top: 6px; } .foot { padding: 16px 24px; color: var(--soft); border-top: 1px solid var(--line); font-size: .87rem; }
.live .cards { display: none; }
.cards { display: grid; gap: 20px; padding: 16px 24px; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); }
.cards figure { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; break-inside: avoid; }
.cards img { width: 100%; display: block; background: #eef1f4; }
.cards figcaption { padding: 8px 12px; overflow-wrap: anywhere; }
.cards figcaption b { display: block; }
.cards figcaption span { display: block; max-height: 4.4em; overflow: hidden; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) .stage img, :root:not([data-theme="light"]) :is(.where, .overview) img { filter: brightness(.92); } }
@media (min-width: 1000px) {
  .live #clashes :is(.kindhead, .kindcell, .wherehead, td.where) { display: none; }
  .live small.beside { display: block !important; } .live #clashes td { vertical-align: top; }
  .live main { grid-template-columns: minmax(420px, 11fr) minmax(480px, 10fr); }
  .live .detail { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; border-left: 1px solid var(--line); }
}
@media (max-width: 999.5px) {
  .live .detail { display: none; }
  .live.opened .detail { display: block; position: fixed; inset: 0; z-index: 1; overflow-y: auto; background: var(--paper); padding: 12px 16px 40px; }
  .live.opened body { overflow: hidden; }
  #back { display: inline-block; }
}
@media (max-width: 640px) {
  .top { grid-template-columns: minmax(0, 1fr); padding: 16px; } .overview { width: 100%; max-width: 360px; } .list, .more, .foot, .cards { padding-left: 16px; padding-right: 16px; }
  #clashes thead { position: absolute; display: block; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  #clashes, #clashes tbody { display: block; }
  #clashes tbody tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 10px 8px; border-bottom: 1px solid var(--line); }
  #clashes td { border: 0; padding: 0; }
  #clashes td.a, #clashes td.b { grid-column: 1; } #clashes td.id { order: 1; grid-column: 1; }
  #clashes td.kindcell { order: -2; } #clashes td.measure { order: -1; font-weight: 600; }
  #clashes td.where { order: 2; grid-column: 1; color: var(--soft); } .summary { padding: 16px; }
  #clashes td.state { grid-column: 2; order: 1; color: var(--soft); text-align: right; }
  .below { grid-template-columns: minmax(0, 1fr); }
  .controls button, .detail nav button { flex: 1 1 auto; min-height: 40px; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --shade: #fff; --accent: #000; --contact: #c4163a; }
  body { font-size: 10.5pt; }
  .live .detail, .filters, .tools, .more summary::marker { display: none; }
  .live main { grid-template-columns: minmax(0, 1fr); }
  .live .cards { display: grid; }
  .cards { grid-template-columns: 1fr 1fr; }
  th, td { white-space: normal; overflow-wrap: anywhere; } tr { break-inside: avoid; }
  th button, td button { color: inherit; }
}
`;
