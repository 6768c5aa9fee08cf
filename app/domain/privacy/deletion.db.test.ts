import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { setAccountStatus } from '#app/domain/identity/account-status.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import * as cancelPage from '#app/web/fan/deletion-cancel.tsx'
import * as codePage from '#app/web/fan/deletion-code.tsx'
import * as deletionPage from '#app/web/fan/deletion.tsx'
import { earn } from '#tests/support/earnings.ts'
import { giveUnlock, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { askDeletion } from './ask-deletion.server.ts'
import { cancelDeletion, findWaitingDeletion, mailDeletionLink } from './cancel-deletion.server.ts'
import { confirmDeletion } from './confirm-deletion.server.ts'
import { eraseAccount } from './internal/erase-account.server.ts'
import { eraseDueAccounts } from './erase-due-accounts.server.ts'
import { advanceDays, closeByCode, queuedMail, statusOf, tokenOf } from '#tests/support/deletions.ts'

const { owner } = useDatabase()
useMediaFolder()

afterEach(() => advanceDays(0))

describe('requesting the deletion of one’s account', () => {
  test('SAFE-02d closes it at once: hidden, signed out everywhere; a link in the mail cancels it', async () => {
    const creator = await makeCreator()
    const token = await inTransaction((tx) => startSession(tx, { profileId: creator.id, network: 'n', userAgent: 'a' }))
    const cancel = await closeByCode(creator)
    expect(await statusOf(creator)).toBe('closed')
    expect(await findPersonBySession(token)).toBeNull()
    const visible = () =>
      db.selectFrom('visible_creators').select('profile_id').where('profile_id', '=', creator.id).execute()
    expect(await visible()).toEqual([])

    // Opening the link changes nothing; pressing its button does, once.
    expect((await findWaitingDeletion(cancel))?.dueAt.getTime()).toBeGreaterThan(addDays(now(), 13).getTime())
    expect(await statusOf(creator)).toBe('closed')
    expect(await cancelDeletion(cancel)).toEqual({ ok: true, value: null })
    expect(await cancelDeletion(cancel)).toMatchObject({ refusal: { kind: 'link_ended' } })
    expect(await statusOf(creator)).toBe('active')
    expect(await visible()).toHaveLength(1)
    await advanceDays(15)
    expect(await eraseDueAccounts()).toBe(0)
  })

  test('SAFE-02d a suspension is neither lost by closing the account nor by the link that cancels it', async () => {
    const moderator = await makePerson('owner')
    const suspend = async ({ id }: { id: string }) => {
      await owner().query(
        `insert into suspensions (id, profile_id, kind, reason, imposed_by) values ($1, $2, 'suspended', 'Reported by many.', $3)`,
        [newId(), id, moderator.id],
      )
      await inTransaction((tx) => setAccountStatus(tx, id, { accountStatus: 'suspended' }))
    }
    // Suspended while the form was on its way: the session of the request is older.
    const creator = await makeCreator()
    await askDeletion(creator)
    const { code } = await queuedMail(creator.email, 'deletion_code')
    await suspend(creator)
    expect(await confirmDeletion(creator, code)).toMatchObject({ refusal: { kind: 'not_active' } })
    expect(await statusOf(creator)).toBe('suspended')
    // Suspended while the deletion waits.
    const other = await makeCreator()
    const cancel = await closeByCode(other)
    await suspend(other)
    expect(await cancelDeletion(cancel)).toEqual({ ok: true, value: null })
    expect(await statusOf(other)).toBe('suspended')
    // And where a command forgot to look, the database refuses.
    for (const status of ['closed', 'active'] as const)
      await expect(inTransaction((tx) => setAccountStatus(tx, other.id, { accountStatus: status }))).rejects.toThrow(
        'can not become',
      )
  })

  test('SAFE-02 a code has five tries, counted even in parallel, and works once', async () => {
    const person = await makePerson()
    await askDeletion(person)
    const { code } = await queuedMail(person.email, 'deletion_code')
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(Array.from({ length: 12 }, () => confirmDeletion(person, wrong)))
    for (const answer of tries) expect(answer).toMatchObject({ refusal: { kind: 'invalid_code' } })
    expect(await confirmDeletion(person, code)).toMatchObject({ refusal: { kind: 'invalid_code' } })
    expect(await statusOf(person)).toBe('active')
  })

  test('SAFE-02 two tabs with the right code close the account once', async () => {
    const person = await makePerson()
    await askDeletion(person)
    const { code } = await queuedMail(person.email, 'deletion_code')
    const answers = await Promise.all([confirmDeletion(person, code), confirmDeletion(person, code)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    const waiting = await owner().query(`select from account_deletions where profile_id = $1 and state = 'waiting'`, [
      person.id,
    ])
    expect(waiting.rowCount).toBe(1)
  })

  test('SAFE-02 a code ends after 15 minutes, and with the next one; the number of mails is limited', async () => {
    const person = await makePerson()
    await askDeletion(person)
    const first = await queuedMail(person.email, 'deletion_code')
    expect(await askDeletion(person)).toMatchObject({ refusal: { kind: 'too_soon' } })
    await advanceDays(2 / 1_440)
    expect((await askDeletion(person)).ok).toBe(true)
    expect(await confirmDeletion(person, first.code)).toMatchObject({ ok: false })
    await advanceDays(18 / 1_440)
    const second = await queuedMail(person.email, 'deletion_code')
    expect(await confirmDeletion(person, second.code)).toMatchObject({ refusal: { kind: 'nothing_asked' } })
    for (let more = 1; more <= 3; more += 1) {
      await advanceDays((20 + more * 2) / 1_440)
      expect((await askDeletion(person)).ok).toBe(true)
    }
    await advanceDays(40 / 1_440)
    expect(await askDeletion(person)).toMatchObject({ refusal: { kind: 'too_many_codes' } })
  })

  test('SAFE-02 one person’s code closes no other person’s account', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    await askDeletion(person)
    const { code } = await queuedMail(person.email, 'deletion_code')
    await askDeletion(other)
    const otherCode = (await queuedMail(other.email, 'deletion_code')).code
    if (code !== otherCode)
      expect(await confirmDeletion(other, code)).toMatchObject({ refusal: { kind: 'invalid_code' } })
    expect(await statusOf(other)).toBe('active')
  })

  test('SAFE-02b is refused while money is open, with the reason, also when the page is posted directly', async () => {
    const creator = await makeCreator()
    await earn(creator.id, 50_000)
    const browser = aBrowser(creator)
    const page = await browser.call(deletionPage, '/profile/deletion')
    expect(page.data.blockers).toMatchObject([
      { text: expect.stringContaining('UGX\u00a040,000'), link: { href: '/dashboard/earnings/clearing' } },
    ])
    expect(page.data.refusal).not.toBeNull()
    const answer = await browser.call(deletionPage, '/profile/deletion', { form: { word: 'DELETE' } })
    expect(answer.status).toBe(409)

    const seller = await makeCreator()
    const { postId } = await makePost(seller, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
    await giveUnlock(await makePerson(), postId)
    expect(await askDeletion(seller)).toMatchObject({ refusal: { kind: 'something_open' } })
  })

  test('SAFE-02 visitors, staff and the owner can’t delete an account here', async () => {
    for (const actor of [
      null,
      { ...(await makePerson('admin')), staffRole: 'support' as const },
      await makePerson('owner'),
    ])
      expect((await askDeletion(actor)).ok).toBe(false)
    expect((await aBrowser().call(deletionPage, '/profile/deletion')).location).toMatch(/^\/auth/)
    expect((await aBrowser().call(codePage, '/profile/deletion/code')).location).toMatch(/^\/auth/)
  })

  test('SAFE-02 the routes: typed word, code, closed; a wrong word or code keeps the account', async () => {
    const person = await makePerson()
    const browser = aBrowser(person)
    const wrong = await browser.call(deletionPage, '/profile/deletion', { form: { word: 'delete' } })
    expect(wrong.status).toBe(400)
    const sent = await browser.call(deletionPage, '/profile/deletion', { form: { word: 'DELETE' } })
    expect(sent.location).toBe('/profile/deletion/code')
    const bad = await browser.call(codePage, '/profile/deletion/code', { form: { code: 'abc' } })
    expect(bad.status).toBe(400)
    const { code } = await queuedMail(person.email, 'deletion_code')
    const done = await browser.call(codePage, '/profile/deletion/code', {
      form: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    })
    expect(done.location).toBe('/')
    expect(done.toast?.title).toBe('Account closed')
    expect(done.headers.get('clear-site-data')).toContain('storage')
    const token = tokenOf((await queuedMail(person.email, 'deletion_waiting')).link)
    const visitor = aBrowser()
    const params = { token }
    expect((await visitor.call(cancelPage, `/profile/deletion/cancel/${token}`, { params })).data.erasedOn).toBeTruthy()
    expect((await visitor.call(cancelPage, '/x', { params: { token: 'nonsense' } })).status).toBe(410)
    const kept = await visitor.call(cancelPage, `/profile/deletion/cancel/${token}`, { form: {}, params })
    expect(kept.toast?.title).toBe('Welcome back')
    expect(await statusOf(person)).toBe('active')
  })

  test('a person who proves the mailbox of a closed account gets the link once more; for any other account nothing is sent', async () => {
    const person = await makePerson()
    const first = await closeByCode(person)
    await mailDeletionLink(person.id)
    const second = tokenOf((await queuedMail(person.email, 'deletion_waiting')).link)
    expect(second).not.toBe(first)
    expect(await cancelDeletion(first)).toMatchObject({ ok: false })
    expect(await cancelDeletion(second)).toMatchObject({ ok: true })
    const active = await makePerson()
    await mailDeletionLink(active.id)
    await expect(queuedMail(active.email, 'deletion_waiting')).rejects.toThrow()
  })

  test('the server’s role can close, reopen and erase no account without a matching request', async () => {
    const person = await makePerson()
    const set = (accountStatus: 'active' | 'closed') =>
      inTransaction((tx) => setAccountStatus(tx, person.id, { accountStatus }))
    await expect(set('closed')).rejects.toThrow(/can not become closed now/)
    await expect(inTransaction((tx) => eraseAccount(tx, person.id))).rejects.toThrow(/no deletion .* is due/)
    await closeByCode(person)
    await expect(inTransaction((tx) => eraseAccount(tx, person.id))).rejects.toThrow(/no deletion .* is due/)
    await expect(set('active')).rejects.toThrow(/can not become active now/)
    expect(await statusOf(person)).toBe('closed')
    await expect(sql`update profiles set account_status = 'active'`.execute(db)).rejects.toThrow(/permission denied/)
  })
})
