/** Connects to Redis, with the packages that only queues need. */
import { OptionError } from '../../errors.ts';

export async function loadPackages() {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { ...bullmq, Redis };
  } catch (error) {
    throw new OptionError(
      'missing-package',
      `--queue needs the npm packages bullmq and ioredis, which cannot be loaded (${(error as Error).message.split('\n')[0]}). Install them with: npm install bullmq ioredis`,
      { packages: ['bullmq', 'ioredis'] },
    );
  }
}

export type QueuePackages = Awaited<ReturnType<typeof loadPackages>>;
export type RedisConnection = InstanceType<QueuePackages['Redis']>;

/** Shared by all plans; jobs are distinguished by the id of their plan. */
export const QUEUE_NAME = 'collidescope';

/** Milliseconds in which Redis must answer at the start of a command. */
const FIRST_ANSWER = 5000;
/** Milliseconds between two attempts to reconnect. */
const PAUSE_MOST = 2000;

/** The address without its password, for messages. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//…@');
}

export function queueAddress(text: string | undefined): string {
  if (text !== undefined && /^rediss?:\/\/[^/\s]+/.test(text)) return text;
  throw new OptionError(
    text === undefined ? 'option-alone' : 'option-value',
    `--queue ${text === undefined ? 'is missing' : `is "${shownAddress(text)}"`}; expected the address of a Redis server, as in redis://queue.example:6379.`,
    { option: 'queue' },
  );
}

function refusal(address: string, error: Error): OptionError {
  const shown = shownAddress(address);
  if (/WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(error.message)) {
    return new OptionError(
      'queue-refused',
      `Redis at ${shown} refuses this user or password (${error.message}). Put the right one into the address: redis://user:password@host:port.`,
      { address: shown },
    );
  }
  return new OptionError(
    'queue-unreachable',
    `Redis at ${shown} does not answer (${error.message}). Check the address, and that the server runs and can be reached from here.`,
    { address: shown },
  );
}

/**
 * A connection that has been verified. From then on it reconnects by itself after an outage of Redis; `onOutage` is called once
 * each time.
 */
export async function connect(
  { Redis }: QueuePackages,
  address: string,
  onOutage: (reason: string) => void = () => {},
): Promise<RedisConnection> {
  let [isOpen, isOut, last] = [false, false, new Error('no answer')];
  const connection = new Redis(address, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    connectTimeout: FIRST_ANSWER,
    retryStrategy: (times) => (isOpen ? Math.min(PAUSE_MOST, 100 * times) : null),
  });
  connection.on('error', (error: Error) => {
    last = error;
    if (isOpen && !isOut) onOutage(error.message);
    isOut = true;
  });
  connection.on('ready', () => (isOut = false));
  try {
    await connection.connect();
    await connection.ping();
  } catch (error) {
    connection.disconnect();
    throw refusal(address, /closed|ended/i.test((error as Error).message) ? last : (error as Error));
  }
  isOpen = true;
  return connection;
}
