// The repository's own files, for tests that read code instead of running it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

const generated = /^(src\/routeTree\.gen\.ts$|server\/db\/migrations\/|package-lock\.json$)/;

let listed: string[] | undefined;
const texts = new Map<string, string>();

/** Every file that git keeps or would keep, but what generators write. Paths from the root. */
export function sources(pattern: RegExp): string[] {
  listed ??= listFiles();
  return listed.filter((file) => pattern.test(file));
}

function listFiles(): string[] {
  const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  return [...new Set(all.split('\n'))].filter((file) => !generated.test(file) && existsSync(path.join(root, file))).sort();
}

export function readSource(file: string): string {
  const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}

/** Runs a tool of node_modules. Answers its exit code and all it said. */
export function runTool(name: string, args: string[], cwd = root): { code: number; output: string } {
  return runProgram(path.join(root, 'node_modules/.bin', name), args, cwd);
}

export function runProgram(program: string, args: string[], cwd = root): { code: number; output: string } {
  try {
    return {
      code: 0,
      output: execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, NO_COLOR: '1' } }),
    };
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error)) throw error;
    const { status, stdout, stderr } = error as Error & { status: number | null; stdout: string; stderr: string };
    return { code: status ?? 1, output: `${stdout}${stderr}` };
  }
}
