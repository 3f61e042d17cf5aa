/** Volumes in numbers that hold: rounding never hides what they may be off by. */
import { describe, expect, it } from 'vitest';
import { topicOf } from '../../src/report/bcf/topic.ts';
import type { ReportClash } from '../../src/report/clash-list.ts';
import type { PageData } from '../../src/report/page/page-data.ts';
import { factsOf } from '../../src/report/page/viewer/details.ts';
import { emptyReport } from '../../src/report/report.ts';
import { volumeEnds, volumeText } from '../../src/report/volume-text.ts';
import { Random } from '../support/random.ts';

const found = (volume: number, errorBound = 0) => ({ volume, errorBound, method: 'exact' as const });

describe('the volume of a clash', () => {
  it('has three digits, and the bound where it reaches them', () => {
    expect(volumeText(found(1234.567, 0.3), 'millimeter')).toBe('1230 mm³');
    expect(volumeText(found(12.34, 0.06))).toBe('12.3 ± 0.06');
    expect(volumeText(found(12.34, 0.05))).toBe('12.3');
    expect(volumeText(found(0, 1e-9), 'meter')).toBe('0 ± 1e-9 m³');
    expect([volumeText(null), volumeText(undefined, 'meter'), volumeText(found(0))]).toEqual(['', '', '0']);
  });

  it('is told in BCF and on the page', async () => {
    const bounds = { min: [0, 0, 0], max: [1, 1, 1] };
    const place = { point: [0, 0, 0], normal: null, bounds, distance: null, depth: null, pairs: 1 };
    const clash: ReportClash = { id: 'c', kind: 'penetrating', a: 0, b: 1, volume: found(4), ...place };
    const report = { ...emptyReport('clash'), unit: 'millimeter', clashes: [clash] };
    for (const name of ['p', 'q']) report.objects.push({ file: 'a.obj', name } as (typeof report.objects)[number]);
    const { description } = await topicOf(report, clash, 0, '2026-01-01T00:00:00Z', []);
    expect(description.split('\n')).toContain('Volume in common: 4 mm³');
    const rows = [{ id: 'c' }] as unknown as PageData['rows'];
    expect(factsOf(0, { report, rows } as PageData)).toContainEqual(['Volume in common', '4 mm³']);
  });

  it('lies between its ends, however they are rounded', () => {
    const numbers = new Random(3);
    const random = () => numbers.next();
    for (let i = 0; i < 2000; i++) {
      const volume = random() * 10 ** Math.floor(random() * 20 - 10);
      const errorBound = volume * random() * 10 ** -Math.floor(random() * 12);
      const { least, most } = volumeEnds(found(volume, errorBound));
      expect(least).toBeLessThanOrEqual(Math.max(0, volume - errorBound));
      expect(least).toBeGreaterThanOrEqual((volume - errorBound) * (1 - 2e-5));
      expect(most).toBeGreaterThanOrEqual(volume + errorBound);
      expect(most).toBeLessThanOrEqual((volume + errorBound) * (1 + 2e-5));
    }
  });
});
