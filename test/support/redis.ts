/** A real Redis server for tests: on this machine only, at a port and in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer } from '../../scripts/system-packages.mjs';

const server = findRedisServer();

/** Whether the tests can run; with CI=true they must. */
export const hasRedis = server !== undefined || process.env.CI === 'true';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}

export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'collidescope-redis-'));
  readonly #port: number;
  readonly #password: string | undefined;
  #child: ChildProcess | undefined;

  private constructor(port: number, password: string | undefined) {
    this.#port = port;
    this.#password = password;
  }

  static async start(password?: string): Promise<RedisServer> {
    if (!server) throw new Error('redis-server is not installed; on Debian: apt-get install redis-server');
    const own = new RedisServer(await freePort(), password);
    await own.start();
    return own;
  }

  get address(): string {
    return `redis://${this.#password === undefined ? '' : `:${this.#password}@`}127.0.0.1:${this.#port}`;
  }

  /** With every write on disk, so that nothing is forgotten over a restart. */
  async start(): Promise<void> {
    const words = ['--port', String(this.#port), '--bind', '127.0.0.1', '--dir', this.#folder, '--save', ''];
    const kept = ['--appendonly', 'yes', '--appendfsync', 'always'];
    const guarded = this.#password === undefined ? [] : ['--requirepass', this.#password];
    this.#child = spawn(server!, [...words, ...kept, ...guarded], { stdio: 'ignore' });
    const client = new Redis(this.address, { lazyConnect: false, retryStrategy: () => 50 });
    client.on('error', () => {});
    await client.ping();
    client.disconnect();
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child!;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
