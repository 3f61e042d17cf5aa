/** Options that determine what is searched, and so belong to a plan; all others determine what is reported, and are given when merging. */
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

/** Default name of the plan that is written. */
export const DEFAULT_PLAN = 'plan.jsonl';
