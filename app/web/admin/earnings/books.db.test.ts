import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasPermission, STAFF_ROLES, type StaffRole } from '#app/domain/identity/roles.ts'
import { openAccounts } from '#app/domain/ledger/open-account.server.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { noteDifferences } from '#app/domain/reconciliation/note-differences.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import * as entryRoute from './entry.tsx'
import * as exportRoute from './export.ts'
import * as layout from './layout.tsx'
import * as ledger from './ledger.tsx'
import * as overview from './overview.tsx'
import * as correction from './corrections/correction.tsx'
import * as corrections from './corrections/corrections.tsx'
import * as proposal from './corrections/proposal.tsx'
import * as difference from './reconciliation/difference.tsx'
import * as reconciliation from './reconciliation/reconciliation.tsx'

const fixture = usePaymentFixture({ max: 10 })
const ROLES: StaffRole[] = [...STAFF_ROLES, 'owner']
const HOME = '/admin/earnings/reconciliation'
const ENTRIES = '/admin/earnings/corrections'

const staff = (staffRole: StaffRole) =>
  fixture.person({ userType: staffRole === 'owner' ? 'owner' : 'admin', staffRole })

let creatorId: string
/** Our reference of the top-up, and the id of the purchase that it paid. */
let topUp: string
let unlock: string
beforeAll(async () => {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  const started = await placeOrder(fan, {
    ...aStart({ email: fan.email }),
    product: { kind: 'wallet_top_up', amountMinor: 10_000_000n, restMinor: 0n },
  })
  if (!started.ok) throw new Error(started.refusal.kind)
  topUp = started.value.reference
  await fixture.pay(started.value.reference, 'approve')
  await fixture.settled()
  const post = await fixture.lockedPost(2_500_000n)
  creatorId = post.creatorId
  const paid = await placeOrder(fan, {
    product: { kind: 'post_unlock', postId: post.postId },
    from: 'wallet',
    returnTo: {},
    attempt: randomToken(),
    shownMinor: null,
  })
  if (!paid.ok) throw new Error(paid.refusal.kind)
  unlock = paid.value.reference
})

type Page = Record<string, unknown>

describe('the pages about money', () => {
  test('ADMIN-07 ROLE-01a each role opens only the pages that it may open', async () => {
    for (const role of ROLES) {
      const browser = aBrowser(await staff(role))
      for (const [route, path, permission] of [
        [overview, '/admin/earnings', 'ledger.view'],
        [ledger, '/admin/earnings/ledger', 'ledger.view'],
        [exportRoute, '/admin/earnings/export', 'ledger.view'],
        [reconciliation, HOME, 'reconciliation.view'],
        [corrections, ENTRIES, 'reconciliation.view'],
        [proposal, `${ENTRIES}/new`, 'reconciliation.view'],
      ] as const)
        expect((await browser.call(route, path)).status, `${role} ${path}`).toBe(
          hasPermission({ staffRole: role }, permission) ? 200 : 403,
        )
      const tabs = (await browser.call(layout, '/admin/earnings')).data as { tabs: { label: string }[] }
      expect(tabs.tabs.length > 0).toBe(
        hasPermission({ staffRole: role }, 'ledger.view') || hasPermission({ staffRole: role }, 'refunds.ask'),
      )
    }
  })

  test('ADMIN-07a the overview shows gross, fee and net by source and day, and a balance sheet that adds up to zero', async () => {
    const page = (await aBrowser(await staff('earnings-manager')).call(overview, '/admin/earnings?days=7')).data as Page
    expect(page.sources).toEqual([{ name: 'Unlocks', gross: '25,000', fee: '5,000', net: '20,000' }])
    expect(page.total).toMatchObject({ gross: '25,000' })
    expect(page.byDay).toMatchObject([{ gross: '25,000', fee: '5,000', net: '20,000' }])
    expect(page.balanced).toBe(true)
    expect((page.chart as unknown[]).length).toBe(7)
    const [holds, owes, result] = page.sheet as { totals: string[] }[]
    expect([holds, owes, result].map((part) => part!.totals)).toEqual([
      ['UGX\u00a097,000'],
      ['UGX\u00a095,000'],
      ['UGX\u00a02,000'],
    ])
  })

  test('ADMIN-07 EARN-02 breakage of passes has its own line, on the page and in the export', async () => {
    await fixture.owner().query(
      `insert into share_runs (id, week, rule, state, fee_basis_points, breakage_minor, carried_in_minor, carried_in_fee_minor, checksum, done_at)
       values ($1, '2026-11-09', 'per_pass', 'done', 2000, 4200000, 0, 0, '', app_now())`,
      [newId()],
    )
    const manager = aBrowser(await staff('earnings-manager'))
    try {
      const page = (await manager.call(overview, '/admin/earnings?days=7')).data as Page
      expect(page.sources).toContainEqual({
        name: 'Breakage: passes that ended unused',
        gross: '42,000',
        fee: '42,000',
        net: '0',
      })
      const context = new RouterContextProvider()
      context.set(actorContext, await staff('owner'))
      const url = new URL('https://peach.test/admin/earnings/export?days=7')
      const file = await exportRoute.loader({ url, context } as never)
      expect(await file.text()).toMatch(/,Breakage: passes that ended unused,42000\.00,42000\.00,0\.00\r\n/)
    } finally {
      await fixture.owner().query('delete from share_runs')
    }
  })

  test('ADMIN-07 the export is a CSV file of the same days', async () => {
    const context = new RouterContextProvider()
    context.set(actorContext, await staff('owner'))
    const url = new URL('http://localhost:3000/admin/earnings/export?days=nonsense')
    const answer = await exportRoute.loader({ url, context } as unknown as Parameters<typeof exportRoute.loader>[0])
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(await answer.text()).toMatch(
      /^Day,Source,Gross UGX,Platform fee UGX,Creators UGX\r\n\d{4}-\d\d-\d\d,Unlocks,25000\.00,5000\.00,20000\.00\r\n$/,
    )
  })

  test('ADMIN-07 an address that asks for a month gets that month, and a month that is none a clear answer', async () => {
    const context = new RouterContextProvider()
    context.set(actorContext, await staff('owner'))
    const ask = (month: string) =>
      exportRoute.loader({
        url: new URL(`http://localhost:3000/admin/earnings/export?month=${month}`),
        context,
      } as unknown as Parameters<typeof exportRoute.loader>[0])
    const month = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 7)
    const file = await ask(month)
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="earnings-${month}.csv"`)
    expect(
      (await file.text())
        .split('\r\n')
        .slice(1, -1)
        .every((row) => row.startsWith(month)),
    ).toBe(true)
    expect(await (await ask('2025-01')).text()).toBe('Day,Source,Gross UGX,Platform fee UGX,Creators UGX\r\n')
    for (const wrong of ['2025-13', 'nonsense', '']) {
      const answer = await ask(wrong).catch((thrown: unknown) => thrown as Response)
      expect(answer.status, wrong).toBe(400)
    }
  })

  test('ADMIN-07e the ledger is filtered by account, kind, cause and day, and an entry shows its lines', async () => {
    const browser = aBrowser(await staff('earnings-manager'))
    const get = async (query: string) =>
      (await browser.call(ledger, `/admin/earnings/ledger${query}`)).data as {
        entries: { id: string; kind: string }[]
        accounts: { id: string; balance: string }[]
        kinds: string[]
      }
    const all = await get('')
    expect(all.entries.map((entry) => entry.kind)).toEqual(['Unlock paid', 'Wallet topped up'])
    expect(all.kinds).toEqual(['unlock_paid', 'wallet_topped_up'])
    expect((await get('?kind=unlock_paid')).entries).toHaveLength(1)
    expect((await get('?day=2020-01-01')).entries).toEqual([])
    expect((await get(`?cause=${newId()}`)).entries).toEqual([])
    expect((await get('?cause=nothing+of+ours')).entries).toEqual([])
    const of = async (reference: string) =>
      (await get(`?cause=${encodeURIComponent(reference)}`)).entries.map((entry) => entry.kind)
    expect(await of(topUp)).toEqual(['Wallet topped up'])
    expect(await of(` ${shortReference(topUp).toLowerCase()} `)).toEqual(['Wallet topped up'])
    expect(await of(shortReference(unlock.replaceAll('-', '')))).toEqual(['Unlock paid'])
    expect(await of(unlock)).toEqual(['Unlock paid'])
    const { accounts } = await get('?purpose=wallet')
    expect(accounts).toMatchObject([{ balance: '−UGX\u00a075,000' }])
    expect((await get(`?account=${accounts[0]!.id}`)).entries).toHaveLength(2)
    const shown = await browser.call(entryRoute, `/admin/earnings/ledger/entries/${all.entries[0]!.id}`, {
      params: { entryId: all.entries[0]!.id },
    })
    expect((shown.data as { lines: unknown[] }).lines).toHaveLength(3)
  })

  test.each([
    '?account=x&before=y&day=2026-02-31&cause=%00&kind=DROP',
    '?purpose=__proto__',
    '?after=1&account=3&difference=4&filter=5&find=%00&sort=x',
  ])('ADMIN-07 invalid values in the address are ignored: %s', async (query) => {
    const browser = aBrowser(await staff('owner'))
    for (const [route, path] of [
      [ledger, '/admin/earnings/ledger'],
      [reconciliation, HOME],
      [corrections, ENTRIES],
      [proposal, `${ENTRIES}/new`],
      [overview, '/admin/earnings'],
    ] as const)
      expect((await browser.call(route, `${path}${query}`)).status).toBe(200)
    for (const entryId of ['x', newId()])
      expect(
        (await browser.call(entryRoute, `/admin/earnings/ledger/entries/${entryId}`, { params: { entryId } })).status,
      ).toBe(404)
  })

  test('ADMIN-07d a difference is settled with a note, and a manual entry needs two people', async () => {
    await inTransaction((tx) =>
      noteDifferences(tx, [
        {
          kind: 'charge_unknown',
          subject: '4711',
          amount: { amountMinor: 700_000n, currency: 'UGX' },
          description: 'Payment 4711.',
          causesAt: now(),
          object: null,
        },
      ]),
    )
    const manager = aBrowser(await staff('earnings-manager'))
    const chief = aBrowser(await staff('super-admin'))
    const page = async () =>
      (await manager.call(reconciliation, HOME)).data as { page: { rows: { id: string }[] }; unexplained: string }
    const [row] = (await page()).page.rows
    expect((await page()).unexplained).toBe('UGX\u00a07,000')
    const short = await manager.call(difference, `${HOME}/${row!.id}/settlement`, {
      form: { note: 'ok' },
      params: { differenceId: row!.id },
    })
    expect(short.status).toBe(400)

    const [clearing] = await inTransaction((tx) =>
      openAccounts(tx, [{ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }]),
    )
    const requested = {
      account: clearing!,
      side: 'debit',
      amount: '7,000',
      reason: 'A payer whom nobody knows',
      difference: row!.id,
    }
    for (const wrong of [
      { amount: '-5' },
      { amount: '1.005' },
      { amount: 'all' },
      { side: '' },
      { reason: 'x' },
      { account: creatorId },
    ])
      expect((await manager.call(proposal, `${ENTRIES}/new`, { form: { ...requested, ...wrong } })).status).toBe(400)
    const proposed = await manager.call(proposal, `${ENTRIES}/new`, { form: requested })
    expect(proposed).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/admin\/earnings\/corrections\/./),
    })
    const correctionId = proposed.location!.split('/').at(-1)!
    const states = async () => {
      const listed = (await manager.call(corrections, `${ENTRIES}?filter=all`)).data as {
        rows: { status: { text: string } }[]
      }
      return listed.rows.map(({ status }) => status.text)
    }
    const decide = (browser: typeof manager, decision: string) =>
      browser.call(correction, `${ENTRIES}/${correctionId}/${decision}`, { form: {}, params: { correctionId } })
    expect((await decide(manager, 'approval')).status).toBe(403)
    expect(await states()).toEqual(['Needs second person'])
    expect(await decide(chief, 'approval')).toMatchObject({ status: 303, location: proposed.location })
    expect(await states()).toEqual(['Posted'])
    expect((await page()).unexplained).toBe('UGX\u00a00')
    for (const decision of ['approval', 'rejection']) expect((await decide(chief, decision)).status).toBe(409)
    expect(
      (await chief.call(correction, `${ENTRIES}/${correctionId}`, { form: {}, params: { correctionId } })).status,
    ).toBe(405)
  })
})
