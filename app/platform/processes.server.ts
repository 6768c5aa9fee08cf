import cluster, { type Worker } from 'node:cluster'

/**
 * Messages among the processes of one start (`WEB_PROCESSES`): the first one, and the web processes that it forked. Where there is only
 * one, nothing is sent. They carry ids and counts; rights are always read from the database.
 */
type Message =
  | { kind: 'news'; topic: string; value: unknown }
  | { kind: 'question'; topic: string; value: unknown; id: number }
  | { kind: 'answer'; id: number; value: unknown; error?: string }

/** `from` is the id of a web process, or 0 for the first process. */
type Handler = (value: never, from: number) => unknown
type Asking = { resolve: (value: never) => void; reject: (error: Error) => void }

const handlers = new Map<string, Handler>()
const asking = new Map<number, Asking>()
let lastId = 0

/** Whether this is one of several web processes. */
export function isOneOfSeveral(): boolean {
  return cluster.isWorker
}

/** What this process does with a topic; where it was asked, what `handle` returns is the answer. */
export function onTopic(topic: string, handle: Handler): void {
  handlers.set(topic, handle)
}

/** Tells all other processes. Those that end meanwhile don't get it. */
export function tellOthers(topic: string, value: unknown): void {
  const message: Message = { kind: 'news', topic, value }
  if (cluster.isWorker) process.send!(message)
  else for (const worker of workers()) send(worker, message)
}

/** Together, several web processes may go beyond a common limit by what each of them admits in this time. */
const TELL_EVERY_MS = 100

/** Returns how to tell the other web processes one thing after another, many in one message; `handle` gets what they tell. */
export function shareAmongProcesses<Value>(topic: string, handle: (value: Value) => void): (value: Value) => void {
  let untold: Value[] = []
  onTopic(topic, (values: Value[]) => {
    for (const value of values) handle(value)
  })
  return (value) => {
    if (!cluster.isWorker || untold.push(value) > 1) return
    setTimeout(() => {
      tellOthers(topic, untold)
      untold = []
    }, TELL_EVERY_MS).unref()
  }
}

/** Tells one web process. */
export function tellProcess(id: number, topic: string, value: unknown): void {
  const worker = cluster.workers?.[id]
  if (worker) send(worker, { kind: 'news', topic, value })
}

/** Asks the first process. Throws what its handler threw. */
export function askFirst<Answer>(topic: string, value: unknown = null): Promise<Answer> {
  return ask((message) => process.send!(message), topic, value)
}

/** Asks every web process. Those that don't answer in time, or have no handler yet because they are starting, are left out. */
export async function askWebProcesses<Answer>(topic: string, withinMs: number): Promise<Answer[]> {
  const late = AbortSignal.timeout(withinMs)
  const answers = workers().map((worker) =>
    Promise.race([
      ask<Answer | undefined>((message) => send(worker, message), topic, null),
      new Promise<never>((_, reject) => late.addEventListener('abort', reject, { once: true })),
    ]),
  )
  const settled = await Promise.allSettled(answers)
  return settled.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []))
}

function ask<Answer>(put: (message: Message) => void, topic: string, value: unknown): Promise<Answer> {
  const id = (lastId += 1)
  return new Promise<Answer>((resolve, reject) => {
    asking.set(id, { resolve, reject })
    put({ kind: 'question', topic, value, id })
  }).finally(() => asking.delete(id))
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

function send(worker: Worker, message: Message): void {
  // Its end is reported where it was forked.
  if (worker.isConnected()) worker.send(message, () => {})
}

async function receive(message: Message, from: number, reply: (message: Message) => void): Promise<void> {
  if (message.kind === 'answer') {
    const asked = asking.get(message.id)
    if (message.error === undefined) asked?.resolve(message.value as never)
    else asked?.reject(new Error(message.error))
    return
  }
  try {
    const value = await handlers.get(message.topic)?.(message.value as never, from)
    if (message.kind === 'question') reply({ kind: 'answer', id: message.id, value })
  } catch (error) {
    if (message.kind === 'news') throw error
    reply({
      kind: 'answer',
      id: message.id,
      value: null,
      error: error instanceof Error ? error.message : String(error),
    })
  }
}

if (cluster.isWorker)
  process.on('message', (message: Message) => void receive(message, 0, (answer) => process.send!(answer)))
else
  cluster.on('message', (from, message: Message) => {
    void receive(message, from.id, (answer) => send(from, answer))
    if (message.kind === 'news') for (const worker of workers()) if (worker !== from) send(worker, message)
  })
