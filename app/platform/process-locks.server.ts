import { newId } from './id.ts'
import { askFirst, onTopic, tellProcess } from './processes.server.ts'

type RequestedFile = { name: string; token: string }
type Claim = RequestedFile & { from: number; grant: () => void }

/** Who in this process wants to be told that others wait. */
const holders = new Map<string, () => unknown>()

/**
 * A lock among the web processes of one start, for work that takes minutes, as a database lock may not. `onWanted` is called when another
 * waits for it. Returns how to release it, or null where it was not free in time.
 */
export async function lockAmongProcesses(
  name: string,
  options: { signal: AbortSignal; onWanted: () => unknown },
): Promise<(() => Promise<void>) | null> {
  const wanted: RequestedFile = { name, token: newId() }
  holders.set(wanted.token, options.onWanted)
  const release = async () => {
    holders.delete(wanted.token)
    await askFirst('release a lock', wanted)
  }
  const cut = new Promise<false>((resolve) => {
    if (options.signal.aborted) resolve(false)
    options.signal.addEventListener('abort', () => resolve(false), { once: true })
  })
  const granted = await Promise.race([askFirst<true>('take a lock', wanted), cut])
  if (granted) return release
  await release()
  return null
}

onTopic('a lock is wanted', (token: string) => holders.get(token)?.())

/** In the first process: keeps the locks of all. Returns what to call when a web process has ended. */
export function keepLocks(): (from: number) => void {
  /** The claims of each lock: the first one has it. */
  const queues = new Map<string, Claim[]>()

  function drop(name: string, leaves: (claim: Claim) => boolean): void {
    const queue = queues.get(name) ?? []
    const left = queue.filter((claim) => !leaves(claim))
    // Whoever stopped waiting is answered too, and takes no notice.
    for (const claim of queue) if (leaves(claim)) claim.grant()
    if (left.length === 0) queues.delete(name)
    else queues.set(name, left)
    if (left[0] !== queue[0]) left[0]?.grant()
    if (left.length > 1) tellProcess(left[0]!.from, 'a lock is wanted', left[0]!.token)
  }
  onTopic('take a lock', ({ name, token }: RequestedFile, from) => {
    const granted = Promise.withResolvers<true>()
    const queue = queues.get(name) ?? []
    queues.set(name, [...queue, { name, token, from, grant: () => granted.resolve(true) }])
    if (queue.length === 0) granted.resolve(true)
    else tellProcess(queue[0]!.from, 'a lock is wanted', queue[0]!.token)
    return granted.promise
  })
  onTopic('release a lock', ({ name, token }: RequestedFile) => drop(name, (claim) => claim.token === token))
  return (from) => {
    for (const name of queues.keys()) drop(name, (claim) => claim.from === from)
  }
}
