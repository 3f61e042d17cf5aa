/** Who works on a job, for made-up times: nothing here depends on a clock. */
import { describe, expect, it } from 'vitest';
import { JobHistory, kindOfJob, type Schedule } from '../../../src/backend/wasm/calling-thread.ts';

const KIND = kindOfJob(0, 5000);

/** Plays so many jobs that take the given milliseconds each schedule; gives the schedules that were chosen. */
function play(history: JobHistory, jobs: number, shared: number, alone: number, longestPiece = 1): Schedule[] {
  return Array.from({ length: jobs }, () => {
    const schedule = history.choose(KIND);
    history.note(KIND, schedule, schedule === 'alone' ? alone : shared, longestPiece);
    return schedule;
  });
}

const count = (schedules: readonly Schedule[], schedule: Schedule) =>
  schedules.filter((each) => each === schedule).length;

describe('who works on a job', () => {
  it('is the workers for the first two of a kind, whatever was learnt of others', () => {
    const history = new JobHistory();
    play(history, 100, 2, 1);
    expect(history.choose(kindOfJob(0, 50_000))).toBe('workers');
    expect(history.choose(kindOfJob(1, 5000))).toBe('workers');
    expect(history.choose(kindOfJob(0, 5100))).toBe('alone');
  });

  it('is all threads where they are faster, but for a trial now and then', () => {
    const schedules = play(new JobHistory(), 320, 5, 9);
    expect(count(schedules, 'alone')).toBe(13);
    expect(count(schedules, 'together')).toBe(305);
  });

  it('is the calling thread where waking others takes longer than the job, but for a trial now and then', () => {
    const schedules = play(new JobHistory(), 320, 60, 9);
    expect(count(schedules.slice(4), 'alone')).toBeGreaterThan(300);
    expect(count(schedules.slice(4), 'together')).toBeGreaterThan(5);
  });

  it('is all threads where the calling one alone is hardly faster', () => {
    expect(count(play(new JobHistory(), 320, 10, 9), 'together')).toBeGreaterThan(300);
  });

  it('changes when times do, and back', () => {
    const history = new JobHistory();
    play(history, 65, 60, 9);
    expect(history.choose(KIND)).toBe('alone');
    play(history, 640, 3, 9);
    expect(history.choose(KIND)).toBe('together');
    play(history, 640, 60, 9);
    expect(history.choose(KIND)).toBe('alone');
  });

  it('is the workers where jobs are long, or a piece held up the calling thread', () => {
    expect(count(play(new JobHistory(), 100, 150, 1), 'workers')).toBe(100);
    const history = new JobHistory();
    play(history, 2, 20, 20, 90);
    expect(count(play(history, 64, 20, 20), 'workers')).toBe(64);
    expect(history.choose(KIND)).not.toBe('workers');
  });
});
