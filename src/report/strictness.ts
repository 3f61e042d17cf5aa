/** How strictly pairs of objects are tested: as the settings say, and as the rules say for some pairs. */
import { OptionError } from '../errors.ts';
import type { ObjectPair } from '../queries/options.ts';
import type { ListChoice } from './clash-list.ts';
import type { Clearance } from './clearances.ts';
import { componentsOf } from './components.ts';
import { type IgnoreRule, ignoredPairs } from './ignore-list.ts';
import { type LengthSetting, modelUnit, resolveClearance } from './lengths.ts';
import type { ModelFile } from './model-file.ts';
import type { FileObject } from './objects.ts';
import type { AppliedRules } from './rules/apply-rules.ts';
import { candidatePairs } from './rules/candidate-pairs.ts';
import { applySetting, type RulesSetting } from './rules/rules-setting.ts';
import { UNIT_SIZES } from './units.ts';

export interface StrictnessSettings {
  readonly clearance: LengthSetting | undefined;
  /** Of all files, whatever they say. */
  readonly unit: string | undefined;
  readonly ignore: { readonly rules: readonly IgnoreRule[] };
  readonly rules: RulesSetting | undefined;
  /** Whether objects of one IFC file are compared as well, where there are several files. */
  readonly withinFiles?: boolean;
  /** Whether subassemblies are components, which are not looked into. */
  readonly assemblies?: boolean;
  /** Whether triangle pairs are wanted. */
  readonly pairs?: boolean;
}

export interface Strictness {
  readonly toleranceOf: (a: number, b: number) => number;
  readonly ignore: readonly ObjectPair[];
  /** Near pairs of objects of one file, where only files are compared; they are ignored too. */
  readonly withinFiles: readonly ObjectPair[] | undefined;
  /** The same within one subassembly, where those are components. */
  readonly withinAssemblies: readonly ObjectPair[] | undefined;
  readonly clearance: Clearance | undefined;
  readonly choice: ListChoice;
  readonly applied: AppliedRules | undefined;
  /** Sentences about lines and selectors that fit nothing. */
  readonly notes: readonly string[];
}

/** What is nearer than the tolerance touches, so nothing could ever be too near. */
function clearanceTooSmall({ given, distance }: Clearance, tolerance: number): OptionError {
  return new OptionError(
    'option-range',
    `--clearance ${given} is not above the tolerance of ${tolerance} (${distance} in the unit of the coordinates); what is no farther apart than the tolerance counts as touching. Give a larger clearance, or a smaller --tolerance.`,
    { option: 'clearance', tolerance },
  );
}

/**
 * Whether only files are compared with each other: where all are IFC, each is the model of one trade, whose own overlaps are its
 * own affair. Rules say by themselves which pairs count, and `--pairs` is about triangles.
 */
function comparesFiles(
  files: readonly ModelFile[],
  { rules, withinFiles = false, pairs = false }: Pick<StrictnessSettings, 'rules' | 'withinFiles' | 'pairs'>,
): boolean {
  // The objects of a plan have been searched already; `--pairs` comes too late to change what.
  const isPlanned = files.some((file) => file.objects !== undefined);
  if (rules || withinFiles || (pairs && !isPlanned)) return false;
  return files.length > 1 && files.every(({ model }) => model.format === 'ifc');
}

function pairsWithinFiles(objects: readonly FileObject[], distance: number): ObjectPair[] {
  return candidatePairs(objects, distance).filter(([a, b]) => objects[a].file === objects[b].file);
}

function pairsWithinAssemblies(objects: readonly FileObject[], distance: number): ObjectPair[] {
  const components = componentsOf(objects);
  return candidatePairs(objects, distance).filter(
    ([a, b]) => components[a] !== undefined && components[a] === components[b],
  );
}

/** `tolerance` is in the unit of the coordinates. Throws an OptionError where the settings contradict each other or the files. */
export function strictnessOf(
  settings: StrictnessSettings,
  files: readonly ModelFile[],
  objects: readonly FileObject[],
  tolerance: number,
): Strictness {
  const { clearance: given, unit: said, ignore, rules } = settings;
  const clearance = given && resolveClearance(given, files, said);
  const ignored = ignoredPairs(ignore.rules, objects);
  const applied =
    rules && applySetting(rules, objects, files, said, { tolerance, clearance: clearance?.distance ?? 0 });
  const deflectionOf = (object: number) => objects[object].deflection ?? 0;
  const clearanceOf = (a: number, b: number) => applied?.ruleOf(a, b)?.clearance ?? clearance?.distance ?? 0;
  const farthest = Math.max(clearance?.distance ?? 0, ...(applied?.tests ?? []).map((test) => test.clearance ?? 0));
  const unit = modelUnit(files, said);
  if (clearance && clearance.distance <= tolerance) throw clearanceTooSmall(clearance, tolerance);
  const toleranceOf = (a: number, b: number) =>
    (applied?.ruleOf(a, b)?.tolerance ?? tolerance) + deflectionOf(a) + deflectionOf(b);
  const withinFiles = comparesFiles(files, settings) ? pairsWithinFiles(objects, farthest) : undefined;
  const withinAssemblies = settings.assemblies ? pairsWithinAssemblies(objects, farthest) : undefined;
  const byRules: Clearance = { distance: farthest, given: 'rules', ...(unit && { unit }) };
  return {
    toleranceOf,
    ignore: [...ignored.pairs, ...(applied?.ignored ?? []), ...(withinFiles ?? []), ...(withinAssemblies ?? [])],
    withinFiles,
    withinAssemblies,
    clearance: farthest > 0 ? (applied ? byRules : clearance) : undefined,
    choice: {
      toleranceOf,
      isTessellated: (a, b) => deflectionOf(a) + deflectionOf(b) > 0,
      ...(unit !== undefined && unit in UNIT_SIZES && { millimetres: UNIT_SIZES[unit] / UNIT_SIZES.millimeter }),
      ...(applied && {
        ruleOf: applied.ruleOf,
        byDesign: applied.byDesign,
        isTooNear: (a: number, b: number, distance: number) => distance < clearanceOf(a, b),
      }),
    },
    applied,
    notes: [
      ...ignored.unused.map(
        ({ line, patterns }) => `--ignore, line ${line}: "${patterns.join('" and "')}" match no pair of objects.`,
      ),
      ...(applied?.notes ?? []),
    ],
  };
}
