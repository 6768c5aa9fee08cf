import { setTimeout as pause } from 'node:timers/promises'
import { addMember, liveEnvironment, type Member } from '#tests/support/live-product.ts'
import { askOnce, type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

/** How many members write continuously while the database is restarted under load. */
const WRITERS = 20
const WRITE_EVERY_MS = 250
const TIMEOUT_MS = 60_000

export type Siege = { database: OwnPostgres; product: Product; members: Member[]; end(): Promise<void> }

/** The built product outside the demo, on an external database, with members who are signed in. */
export async function beginSiege(): Promise<Siege> {
  const database = await startOwnPostgres()
  try {
    const product = await startProduct({ env: liveEnvironment(database.url), readyWithin: 240_000 })
    const members: Member[] = []
    for (let nth = 0; nth < WRITERS; nth += 1) members.push(await addMember(database.url, `writer_${nth}`))
    return {
      database,
      product,
      members,
      end: async () => {
        await product.remove()
        await database.remove()
      },
    }
  } catch (error) {
    await database.remove()
    throw error
  }
}

type Served = { product: Product; members: Member[] }

type Restarts = {
  /** How often the server ended. */
  exits: number
  restarts: number
  acknowledged: number
  /** Acknowledged writes that are not stored, by member. */
  lost: string[]
  /** From the moment the database accepts connections to the first page of a member, in milliseconds, for each restart. */
  backAfterMs: number[]
}

/**
 * Restarts the database again and again, alternately fast and immediate, first idle and then while everybody writes. Each write is a
 * growing number; what the server acknowledged is kept here and compared with what is stored in the end.
 */
export async function restartDatabase(siege: Siege, times: number): Promise<Restarts> {
  const { database, product, members } = siege
  const result: Restarts = { exits: 0, restarts: 0, acknowledged: 0, lost: [], backAfterMs: [] }
  const writers = members.map((member, nth) => new Writer(product.url, member, `10.7.${nth}.1`))
  for (let nth = 0; nth < times; nth += 1) {
    if (nth === Math.floor(times / 2)) for (const writer of writers) writer.start()
    if (nth >= Math.floor(times / 2)) await untilEachWrote(writers, product)
    await database.stop(nth % 2 === 0 ? 'fast' : 'immediate')
    await database.start()
    const accepts = performance.now()
    await untilServed(siege)
    result.backAfterMs.push(performance.now() - accepts)
    result.restarts += 1
    if (product.exitCode() !== null) result.exits += 1
  }
  await untilEachWrote(writers, product)
  await Promise.all(writers.map((writer) => writer.stop()))
  for (const writer of writers) result.acknowledged += writer.acknowledged.length
  result.lost = await findLost(database.url, writers)
  return result
}

/** Acknowledged writes that are not stored. */
export async function findLost(databaseUrl: string, writers: Writer[]): Promise<string[]> {
  const lost: string[] = []
  for (const { member, last } of writers) {
    const [row] = await askOnce<{ bio: string }>(databaseUrl, 'select bio from profiles where id = $1', [member.id])
    // Each write overwrites the one before: stored is the last acknowledged one, or a later one whose response was lost.
    if (Number(row?.bio ?? 0) < last) lost.push(`${member.username}: ${last} was acknowledged, ${row?.bio} is stored`)
  }
  return lost
}

/** One member who saves a number, waits for the answer, and saves the next. */
export class Writer {
  acknowledged: number[] = []
  private next = 1
  private going = false
  private work: Promise<void> = Promise.resolve()
  readonly member: Member
  private readonly url: string
  private readonly address: string

  constructor(url: string, member: Member, address: string) {
    this.url = url
    this.member = member
    this.address = address
  }

  get last(): number {
    return this.acknowledged.at(-1) ?? 0
  }

  start(): void {
    this.going = true
    this.work = this.write()
  }

  async stop(): Promise<void> {
    this.going = false
    await this.work
  }

  private async write(): Promise<void> {
    while (this.going) {
      const number = this.next
      this.next += 1
      if (await saveBio(this.url, this.member, this.address, String(number))) this.acknowledged.push(number)
      await pause(WRITE_EVERY_MS)
    }
  }
}

/** Whether the server confirmed that it was saved. */
async function saveBio(url: string, member: Member, address: string, bio: string): Promise<boolean> {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    display_name: member.username,
    username: member.username,
    bio,
    city: '',
  }))
    form.set(name, value)
  try {
    const answer = await fetch(`${url}/profile/edit`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: member.cookie, origin: url, 'x-forwarded-for': address, accept: 'text/html' },
      body: form,
    })
    await answer.arrayBuffer()
    return answer.status === 303 && answer.headers.get('location') === '/profile'
  } catch {
    return false
  }
}

/** A page that reads the signed-in person from the database. */
export function openOwnPage(siege: Served): Promise<Response> {
  return fetch(`${siege.product.url}/profile`, {
    redirect: 'manual',
    headers: { cookie: siege.members[0]!.cookie, accept: 'text/html' },
  })
}

export async function untilServed(siege: Served): Promise<void> {
  await until(siege.product, async () => (await openOwnPage(siege)).status === 200)
}

export async function untilEachWrote(writers: Writer[], product: Product): Promise<void> {
  const before = writers.map((writer) => writer.last)
  await until(product, () => Promise.resolve(writers.every((writer, nth) => writer.last > before[nth]!)))
}

/** Waits for a condition while the product runs. */
export async function until(product: Product, holds: () => Promise<boolean>): Promise<void> {
  const abandon = performance.now() + TIMEOUT_MS
  while (!(await holds().catch(() => false))) {
    if (product.exitCode() !== null) throw new Error(`the product ended:\n${product.output().slice(-3_000)}`)
    if (performance.now() > abandon) throw new Error(`the condition was never met:\n${product.output().slice(-3_000)}`)
    await pause(20)
  }
}
