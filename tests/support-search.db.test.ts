import { expect, test } from 'vitest'
import { findPeople } from '#app/domain/support/find-people.server.ts'
import { openPerson } from '#app/domain/support/open-person.server.ts'
import { listTimeline } from '#app/domain/support/timeline.server.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import * as viewer from '#app/web/admin/viewers/viewer.tsx'
import * as viewers from '#app/web/admin/viewers/viewers.tsx'
import { makeStaff } from '#tests/support/applications.ts'
import { makeCreator } from '#tests/support/creators.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'

const fixture = usePaymentFixture({ max: 8 })

async function found(typed: string): Promise<string[]> {
  const result = await findPeople(await makeStaff('support'), typed)
  if (!result.ok) throw new Error(result.refusal.kind)
  return result.value.map(({ id }) => id)
}

async function aPayer() {
  const { fan } = await fixture.paidPass()
  const payment = await fixture.one<{ id: string; reference: string; provider_id: string | null }>(
    `select t.id, t.flutterwave_tx_ref as reference, (select c.provider_id from gateway_charges c where c.transaction_id = t.id limit 1) as provider_id
     from transactions t where t.user_id = $1`,
    [fan.id],
  )
  return { fan, payment }
}

test('ADMIN-05a a person is found by reference, phone, email, username and name, however it is typed', async () => {
  const { fan, payment } = await aPayer()
  const number = `+2567721${String(Date.now()).slice(-5)}`
  await fixture
    .owner()
    .query(`update profiles set phone = $2, display_name = 'Nakato Rose', username = 'nakato_rose' where id = $1`, [
      fan.id,
      number,
    ])
  for (const typed of [
    shortReference(payment.reference),
    shortReference(payment.reference).toLowerCase(),
    payment.reference,
    ...(payment.provider_id ? [payment.provider_id] : []),
    fan.email.toUpperCase(),
    `0${number.slice(4)}`,
    number.replace('+', '').replace(/(\d{3})(\d{3})/, '+$1 $2 '),
    '@nakato_rose',
    'nakato',
    'Nakato R',
  ])
    expect(await found(typed), typed).toEqual([fan.id])
})

test('ADMIN-05a what is typed matches only itself: wildcards, quotes and rubbish find nobody', async () => {
  await aPayer()
  for (const typed of ['%', '_', "' or 1=1 --", 'x'.repeat(10_000), '\u0000', '   ', 'PCH-0000-0000', 'PO-999999999'])
    expect(await found(typed), typed).toEqual([])
})

test('ADMIN-05a moderators, the earnings team, fans and creators find and open nobody', async () => {
  const { fan } = await aPayer()
  for (const actor of [
    null,
    fan,
    await makeCreator(),
    await makeStaff('content-moderator'),
    await makeStaff('earnings-manager'),
  ]) {
    expect(await findPeople(actor, fan.email)).toEqual({ ok: false, refusal: { kind: 'not_permitted' } })
    expect(await openPerson(actor, fan.id)).toEqual({ ok: false, refusal: { kind: 'not_permitted' } })
  }
  const staff = await makeStaff('support')
  expect(await found(staff.email)).toEqual([])
  expect(await openPerson(await makeStaff('support'), staff.id)).toMatchObject({ refusal: { kind: 'not_there' } })
})

test('ADMIN-05a the page of a person shows what happened, masked, and its opening is recorded', async () => {
  const { fan, payment } = await aPayer()
  const clerk = await makeStaff('support')
  const browser = aBrowser(clerk)
  const list = await browser.call(viewers, `/admin/viewers?find=${encodeURIComponent(fan.email)}`)
  expect(list.data).toMatchObject({ people: [{ id: fan.id }] })
  const page = await browser.call(viewer, `/admin/viewers/${fan.id}`, { params: { personId: fan.id } })
  const text = JSON.stringify(page.data)
  expect(text).toContain(shortReference(payment.reference))
  expect(text).toContain('UGX\u00a0180,000')
  for (const secret of [fan.email, payment.reference]) expect(text).not.toContain(secret)
  expect(
    await fixture.all(`select from activity where event = 'person_opened' and actor_id = $1`, [clerk.id]),
  ).toHaveLength(1)
  expect((await browser.call(viewer, '/admin/viewers/x', { params: { personId: 'x' } })).status).toBe(404)
})

test('ADMIN-05a the timeline is read to the end, each entry once, the newest first', async () => {
  const { fan } = await aPayer()
  const all = (await listTimeline(fan.id, { before: null, limit: 100 })).map(({ id }) => id)
  expect(all.length).toBeGreaterThanOrEqual(2)
  const pages: string[] = []
  for (let before: string | null = null; ;) {
    const page: string[] = (await listTimeline(fan.id, { before, limit: 1 })).map(({ id }) => id)
    pages.push(...page)
    if (page.length < 1) break
    before = page.at(-1)!
  }
  expect(pages).toEqual(all)
})
