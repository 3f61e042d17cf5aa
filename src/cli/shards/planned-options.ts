/** Options that say what is searched, and so belong to a plan; all others say what is told, and come when results are joined. */
const READING = ['format', 'allow-outside', 'weld', 'no-weld', 'deflection', 'with-spaces', 'penetrating'];

export const PLANNED_OPTIONS: Readonly<Record<'check' | 'clash', readonly string[]>> = {
  check: [...READING, 'parts'],
  clash: [
    ...READING,
    'merge',
    'split',
    'self',
    'tolerance',
    'clearance',
    'unit',
    'ignore',
    'rules',
    'within-files',
    'assemblies',
  ],
};

/** The plan that is written where no name is given. */
export const DEFAULT_PLAN = 'plan.jsonl';
