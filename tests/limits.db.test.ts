import { describe, expect, test } from 'vitest'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { mayIssueCode } from '#app/domain/identity/internal/issue-code.server.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { mayAddPicture } from '#app/domain/media/may-add-picture.server.ts'
import { consumeStart } from '#app/domain/purchases/internal/limit-starts.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson } from './support/creators.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
const HOME = '41.210.1.0/24'
const ELSEWHERE = '102.80.7.0/24'

async function advance(days: number): Promise<void> {
  await owner().query('update app_clock set advanced_by = advanced_by + make_interval(days => $1)', [days])
}

/** Mails that were sent to an address, minutes apart, the last one two minutes ago. */
async function sent(email: string, network: string, count: number): Promise<void> {
  await owner().query(
    `insert into sign_in_codes (id, email, purpose, code_hash, link_hash, browser_hash, network, expires_at, sent_at)
     select gen_random_uuid(), $1, 'sign_in', 'x', gen_random_uuid()::text::bytea, 'x', $2, app_now(), app_now() - make_interval(mins => 1 + n)
     from generate_series(1, $3) n`,
    [email, network, count],
  )
}

const mayIssue = (email: string, network: string) => inTransaction((tx) => mayIssueCode(tx, { email, network }))

describe('sessions', () => {
  test('AUTH-08 a session in use lasts for months, and ends after ninety days however busy it was', async () => {
    const person = await makePerson()
    const token = await inTransaction((tx) => startSession(tx, { profileId: person.id, network: HOME, userAgent: '' }))
    for (let week = 1; week <= 12; week += 1) {
      await advance(7)
      expect((await findPersonBySession(token))?.person.id, `week ${week}`).toBe(person.id)
    }
    await advance(7)
    expect(await findPersonBySession(token)).toBeNull()
  })
})

describe('mailed codes', () => {
  test('AUTH-04 an address gets at most five mails an hour, wherever they are requested', async () => {
    const { email } = await makePerson()
    await sent(email, HOME, 3)
    await sent(email, ELSEWHERE, 2)
    for (const network of [HOME, ELSEWHERE, '10.0.0.0/24'])
      expect(await mayIssue(email, network)).toMatchObject({
        ok: false,
        refusal: { kind: 'too_many_codes', scope: 'address' },
      })
  })

  test('AUTH-04 strangers who use up an address’s limit don’t lock out its holder at home', async () => {
    const person = await makePerson()
    await inTransaction((tx) => startSession(tx, { profileId: person.id, network: HOME, userAgent: '' }))
    await sent(person.email, ELSEWHERE, 5)
    expect((await mayIssue(person.email, ELSEWHERE)).ok).toBe(false)
    expect((await mayIssue(person.email, HOME)).ok).toBe(true)
    await sent(person.email, HOME, 5)
    expect(await mayIssue(person.email, HOME)).toMatchObject({
      ok: false,
      refusal: { kind: 'too_many_codes', scope: 'address' },
    })
  })
})

describe('starting payments', () => {
  const visitor = () => ({ accountId: null, browser: newId(), network: HOME, purchase: newId() })

  test('PAY-02 an account may start ten payments an hour; the same form again does not count', async () => {
    const start = { ...visitor(), accountId: (await makePerson()).id }
    for (let number = 0; number < 10; number += 1)
      expect(await consumeStart({ ...start, purchase: `p${number}` })).toBe(true)
    expect(await consumeStart({ ...start, purchase: 'p9' })).toBe(true)
    expect(await consumeStart(start)).toBe(false)
    expect(await consumeStart({ ...start, accountId: (await makePerson()).id })).toBe(true)
  })

  test('PAY-03 fifty payments started at once by a visitor stop at the limit of their browser', async () => {
    const start = visitor()
    const answers = await Promise.all(Array.from({ length: 50 }, () => consumeStart({ ...start, purchase: newId() })))
    expect(answers.filter(Boolean)).toHaveLength(10)
  })

  test('PAY-03 a network of visitors that keeps changing browsers is stopped too', async () => {
    const network = '192.0.2.0/24'
    let taken = 0
    for (let number = 0; number < 65; number += 1) if (await consumeStart({ ...visitor(), network })) taken += 1
    expect(taken).toBe(60)
    expect(await consumeStart({ ...visitor(), network: ELSEWHERE })).toBe(true)
  })
})

test('VIEW-03 a person can send at most thirty profile pictures in half an hour', async () => {
  const { id } = await makePerson()
  expect(await mayAddPicture(id)).toBe(true)
  await owner().query(
    `insert into media (id, owner_id, kind, purpose, original_key, content_type, byte_size, content_sha256)
     select gen_random_uuid(), $1, 'photo', 'avatar', gen_random_uuid()::text, 'image/png', 1, 'x' from generate_series(1, 30)`,
    [id],
  )
  expect(await mayAddPicture(id)).toBe(false)
})
