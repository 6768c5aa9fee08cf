import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'
import { findProgram, ISOLATED } from './sandbox.server.ts'

/**
 * Where uploaded pictures are decoded. `sandbox`: in namespaces of its own, without network, without any file but the decoder's, without
 * secrets. Where the machine has no bubblewrap a child process: without secrets in its environment, and Node denies it every file but the
 * decoder's and every other program; started as root it runs as nobody, if nobody may read the program. Memory, processor time and open
 * files are bounded in each.
 */
export type Isolation = 'sandbox' | 'child_as_nobody' | 'child'

const HERE = dirname(fileURLToPath(import.meta.url))
const MODULES = join(HERE, '..', '..', '..', '..', 'node_modules')
/** The decoder: the program, what it shares with us, and the packages that it loads. Each is mounted at the same place below /decoder. */
const PROGRAM = 'image-worker.server.ts'
const FILES = [
  PROGRAM,
  'image-frames.ts',
  'fingerprint.ts',
  'jpeg-scans.ts',
  'mark-chips.ts',
  'mark-draw.ts',
  'mark-place.ts',
  'mark-read.ts',
  'mark-text.ts',
]
const PACKAGES = ['sharp', '@img', 'detect-libc', 'semver', '@hyzyla']

const NOBODY = 65_534
const LIMITS = [
  '--cpu=300',
  // Counts memory that is written to; what a runtime only reserves doesn't count. A picture of 50 megapixels needs half of it.
  '--data=1300000000',
  '--as=16000000000',
  '--fsize=0',
  '--nofile=64',
  '--core=0',
]
const NODE = [
  '--max-old-space-size=96',
  // Otherwise each start reserves more memory than the limit above allows.
  '--disable-wasm-trap-handler',
  '--v8-pool-size=1',
  '--disable-warning=ExperimentalWarning',
]

/** Starts a decoder, or another `program` with the same isolation: for tests of the isolation. Throws where a tool is missing. */
export function startDecoder(isolation: Isolation, program: string = join(HERE, PROGRAM)): ChildProcess {
  const [prlimit, bwrap] = ['prlimit', 'bwrap'].map(findProgram)
  const limits = prlimit ? [prlimit, ...LIMITS, '--'] : []
  if (isolation !== 'sandbox') return startChild([...limits, process.execPath, ...NODE], program, isolation)
  if (!prlimit || !bwrap) throw new Error('this machine has no sandbox for pictures')
  const bound = (path: string, at: string): string[] => ['--ro-bind', path, at]
  return run([
    ...limits,
    bwrap,
    ...ISOLATED,
    '--uid',
    String(NOBODY),
    '--gid',
    String(NOBODY),
    ...bound(process.execPath, '/node'),
    ...bound(program, `/decoder/${PROGRAM}`),
    ...FILES.slice(1).flatMap((file) => bound(join(HERE, file), `/decoder/${file}`)),
    ...PACKAGES.flatMap((name) => bound(join(MODULES, name), `/decoder/node_modules/${name}`)),
    '--dev',
    '/dev',
    '--chdir',
    '/decoder',
    '--',
    '/node',
    ...NODE,
    `/decoder/${PROGRAM}`,
  ])
}

function startChild(command: string[], program: string, isolation: Exclude<Isolation, 'sandbox'>): ChildProcess {
  const readable = [program, ...FILES.map((file) => join(HERE, file)), ...PACKAGES.map((name) => join(MODULES, name))]
  return run(
    [
      ...command,
      '--permission',
      '--allow-addons',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      // Read to tell how the files are to be understood; they contain nothing else.
      ...[HERE, dirname(HERE), join(HERE, '..', '..'), join(HERE, '..', '..', '..'), dirname(MODULES)].map(
        (folder) => `--allow-fs-read=${join(folder, 'package.json')}`,
      ),
      program,
    ],
    isolation === 'child_as_nobody' ? { uid: NOBODY, gid: NOBODY } : {},
  )
}

function run([program, ...args]: string[], identity: { uid?: number; gid?: number } = {}): ChildProcess {
  // Nothing of our environment or of our folder: the process that decodes uploads knows no secret.
  return spawn(program!, args, { ...identity, env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] })
}
