import { parentPort, workerData } from 'node:worker_threads'
import { ATTACKS, type Target } from './siege-attacks.ts'

/** Carries out one attack in its own thread until it is told to end, and posts the result. */
const { name, target } = workerData as { name: string; target: Target }
const end = new AbortController()
parentPort!.once('message', () => end.abort())
const attack = ATTACKS.find((one) => one.name === name)!
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort!.postMessage(await attack.run(target, end.signal))
