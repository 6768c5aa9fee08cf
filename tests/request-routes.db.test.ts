import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { useVideoTools } from '#app/domain/media/video-tools.server.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { addDays, now } from '#app/platform/clock.ts'
import * as acceptance from '#app/web/creator/requests/acceptance.ts'
import * as delivery from '#app/web/creator/requests/delivery.tsx'
import * as price from '#app/web/creator/requests/price.tsx'
import * as prices from '#app/web/creator/requests/prices.tsx'
import * as refusal from '#app/web/creator/requests/refusal.tsx'
import * as received from '#app/web/creator/requests/request.tsx'
import * as receivedList from '#app/web/creator/requests/requests.tsx'
import * as vault from '#app/web/creator/posts/vault.tsx'
import * as decision from '#app/web/fan/requests/decision.ts'
import * as newRequest from '#app/web/fan/requests/new-request.tsx'
import * as own from '#app/web/fan/requests/request.tsx'
import * as ownList from '#app/web/fan/requests/requests.tsx'
import { useMediaFolder } from './support/creators.ts'
import { usePaymentFixture } from './support/payments.ts'
import { accepted, addReadyMedium, asked } from './support/requests.ts'
import { aBrowser } from './support/routes.ts'
import { fillWallet } from './support/spending.ts'
import { makeUpload, useSpoolFolder } from './support/uploads.ts'

const fixture = usePaymentFixture()
useMediaFolder()
useSpoolFolder()
// Files are only taken here; what prepares them is tested with the real tools elsewhere.
beforeAll(() => useVideoTools(null))
afterAll(() => useVideoTools(undefined))

let fan: Person
let creator: Person

beforeEach(async () => {
  fan = await fixture.person({ displayName: 'Brian M' })
  await fixture.grantPass(fan.id)
  const { creatorId } = await fixture.lockedPost()
  const { username } = await fixture.one<{ username: string }>('select username from profiles where id = $1', [
    creatorId,
  ])
  creator = { ...(await fixture.person()), id: creatorId, username, userType: 'creator' }
})

type Form = {
  attempt: string
  values: Record<string, string>
  short: { missing: string; topUp: { href: string } } | null
}

const formAt = () => `/requests/new?creator=${creator.id}`

async function formOf(browser: ReturnType<typeof aBrowser>): Promise<Form> {
  return (await browser.call(newRequest, formAt())).data.form as Form
}

const typed = (change: Record<string, string> = {}) => ({
  kind: 'voice',
  words: 'A happy birthday for my brother Ivan.',
  wanted_by: kampalaDay(addDays(now(), 3)),
  price: '75,000',
  ...change,
})

describe('asking', () => {
  it('PROF-07k the form asks once, and leads to the request', async () => {
    await fillWallet(fan, 100_000)
    const browser = aBrowser(fan)
    const { attempt } = await formOf(browser)
    const sent = await browser.call(newRequest, formAt(), { form: { ...typed(), attempt } })
    const again = await browser.call(newRequest, formAt(), { form: { ...typed(), attempt } })
    expect([sent.status, again.location]).toEqual([303, sent.location])
    const requestId = sent.location!.split('/').at(-1)!
    const page = (await browser.call(own, sent.location!, { params: { requestId } })).data
    expect(page).toMatchObject({
      what: 'Custom voice message',
      words: 'A happy birthday for my brother Ivan.',
      held: true,
    })
    expect(page.money).toMatch(
      /^UGX\u00a075,000 is held in your wallet\. Without an answer by \w{3} \d+ \w{3} \d\d:\d\d/,
    )
    expect((await browser.call(ownList, '/requests')).data.rows).toHaveLength(1)
  })

  it('PROF-07k with too little money, the words are kept over the top-up', async () => {
    await fillWallet(fan, 20_000)
    const browser = aBrowser(fan)
    const { attempt } = await formOf(browser)
    const refused = await browser.call(newRequest, formAt(), { form: { ...typed(), attempt } })
    expect([refused.status, (refused.data.values as Form['values']).words]).toEqual([409, typed().words])
    const form = await formOf(browser)
    expect(form.values).toMatchObject({ kind: 'voice', words: typed().words, price: '75000' })
    expect(form.short).toMatchObject({ missing: 'UGX\u00a055,000' })
    expect(form.short?.topUp.href).toBe(`/wallet/top-up?amount=55000&creator=${creator.id}&intent=request`)
  })

  it.each([
    ['nothing chosen', { kind: 'dance' }, 'kind'],
    ['a call, which nobody can make yet,', { kind: 'call' }, 'kind'],
    ['no words', { words: ' ' }, 'words'],
    ['no day', { wanted_by: '' }, 'wanted_by'],
    ['no price', { price: 'much' }, 'price'],
    ['too low a price', { price: '5' }, 'price'],
  ])('PROF-07k %s is said at its field', async (_, change, field) => {
    const browser = aBrowser(fan)
    const { attempt } = await formOf(browser)
    const refused = await browser.call(newRequest, formAt(), { form: { ...typed(change), attempt } })
    expect(refused.status).toBe(400)
    expect((refused.data.errors as { fields: Record<string, string> }).fields).toHaveProperty(field)
  })

  it('PROF-07k a fan without access is led to the plans, and back to the creator', async () => {
    const stranger = await fixture.person()
    const answer = await aBrowser(stranger).call(newRequest, formAt())
    expect(answer.location).toBe(`/subscribe?from=profile&creator=${creator.username}&intent=request`)
  })
})

describe('the creator’s side', () => {
  it('DASH-03g the list shows what is new, with its clock; the request shows what is kept of the price', async () => {
    await fillWallet(fan, 75_000)
    const requestId = await asked(fan, creator, { kind: 'voice', priceMinor: 7_500_000n })
    const browser = aBrowser(creator)
    const list = (await browser.call(receivedList, '/dashboard/requests')).data
    expect(list).toMatchObject({
      fresh: 1,
      rows: [{ title: 'Custom voice message', chip: { label: '47 h left' } }],
    })
    const page = (await browser.call(received, '/dashboard/requests/x', { params: { requestId } })).data
    expect(page).toMatchObject({
      sum: { pays: 'UGX\u00a075,000', fee: 'UGX\u00a015,000', keeps: 'UGX\u00a060,000', feePercentage: 20 },
      held: 'Held from Brian M\u2019s wallet until you deliver',
      note: 'Decline or no answer in 48 hours returns the whole sum to Brian M.',
    })
    expect((await browser.call(receivedList, '/dashboard/requests?show=closed')).data.rows).toEqual([])
  })

  it('DASH-03g accepted and delivered, the fan sees the media, and only on their own page', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await asked(fan, creator)
    const params = { requestId }
    const browser = aBrowser(creator)
    const done = await browser.call(acceptance, '/dashboard/requests/x/acceptance', { params, form: {} })
    expect([done.location, done.toast?.title]).toEqual([`/dashboard/requests/${requestId}`, 'Accepted'])
    const early = await browser.call(delivery, '/dashboard/requests/x/delivery', {
      params,
      form: { intent: 'deliver' },
    })
    expect(early.status).toBe(409)
    const mediaId = await addReadyMedium(fixture.owner(), creator.id, requestId)
    expect((await aBrowser(fan).call(own, '/requests/x', { params })).data.media).toBeNull()
    await browser.call(delivery, '/dashboard/requests/x/delivery', { params, form: { intent: 'deliver' } })
    const page = (await aBrowser(fan).call(own, '/requests/x', { params })).data
    expect(page).toMatchObject({ chip: { label: 'Delivered' }, media: { photos: [{ mediaId }] } })
    expect((await aBrowser(await fixture.person()).call(own, '/requests/x', { params })).status).toBe(404)
  })

  it('DASH-03g a delivery is chosen from the vault: own files alone, and only for a request that was accepted', async () => {
    await fillWallet(fan, 200_000)
    const [open, promised] = [await asked(fan, creator), await accepted(fan, creator)]
    // Two files of the creator's own, and one of somebody else.
    const [mine, second] = [
      await addReadyMedium(fixture.owner(), creator.id, null),
      await addReadyMedium(fixture.owner(), creator.id, null),
    ]
    const foreign = await addReadyMedium(fixture.owner(), (await fixture.person()).id, null)
    const browser = aBrowser(creator)
    const chooser = async (requestId: string, who = browser) =>
      (await who.call(vault, `/dashboard/vault?request=${requestId}`)).data.chooser
    expect(await chooser(promised)).toMatchObject({ action: `/dashboard/requests/${promised}/delivery` })
    expect(await chooser(open)).toBeNull()
    const { creatorId } = await fixture.lockedPost()
    const other: Person = { ...(await fixture.person()), id: creatorId, userType: 'creator' }
    expect(await chooser(promised, aBrowser(other))).toBeNull()
    const choose = (requestId: string, medium: string, who = browser) =>
      who.call(delivery, '/dashboard/requests/x/delivery', {
        params: { requestId },
        form: { intent: 'from-vault', medium },
      })
    const added = async () =>
      (
        await fixture.all<{ media_id: string }>(
          'select media_id from custom_request_media where request_id = $1 order by position',
          [promised],
        )
      ).map((row) => row.media_id)
    for (let time = 0; time < 2; time += 1)
      expect((await choose(promised, mine)).location).toBe(`/dashboard/requests/${promised}/delivery`)
    expect((await choose(promised, second)).toast).toBeNull()
    expect((await choose(promised, foreign)).toast).toMatchObject({ title: 'Not added' })
    expect((await choose(open, mine)).toast).toMatchObject({ title: 'Not added' })
    expect((await choose(promised, mine, aBrowser(other))).status).toBe(404)
    expect(await added()).toEqual([mine, second])
  })

  it('PROF-07k a voice message is uploaded for a delivery, and another kind of file is not taken', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator, { kind: 'voice' })
    const params = { requestId }
    const browser = aBrowser(creator)
    const page = (await browser.call(delivery, '/dashboard/requests/x/delivery', { params })).data
    expect(page).toMatchObject({ kind: 'voice', hint: 'M4A, MP3, OGG, WebM or WAV, at most 15 minutes', missing: true })
    const take = async (bytes: Uint8Array) =>
      browser.call(delivery, '/dashboard/requests/x/delivery', {
        params,
        form: { intent: 'take', kind: 'voice', upload: await makeUpload(creator, 'post_voice', bytes, 'note.wav') },
      })
    const head = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(64)])
    await take(head)
    expect((await browser.call(delivery, '/dashboard/requests/x/delivery', { params })).data).toMatchObject({
      count: 1,
      waiting: true,
      missing: false,
    })
    await expect(take(Buffer.from('GIF89a'))).rejects.toThrow('wrong_type')
  })

  it('DASH-03g another price: the fan agrees on their page, and the creator may not change it afterwards', async () => {
    await fillWallet(fan, 200_000)
    const requestId = await asked(fan, creator)
    const params = { requestId }
    const browser = aBrowser(creator)
    const wrong = await browser.call(price, '/dashboard/requests/x/price', { params, form: { price: '100,000' } })
    expect(wrong.status).toBe(400)
    await browser.call(price, '/dashboard/requests/x/price', { params, form: { price: '150,000' } })
    const shown = (await aBrowser(fan).call(own, '/requests/x', { params })).data
    expect(shown.price).toMatchObject({
      asked: 'UGX\u00a0100,000',
      now: 'UGX\u00a0150,000',
      difference: 'UGX\u00a050,000',
    })
    const agreed = await aBrowser(fan).call(decision, `/requests/${requestId}/price`, {
      params,
      form: { version: '2' },
    })
    expect(agreed.toast?.title).toBe('Agreed')
    expect((await browser.call(price, '/dashboard/requests/x/price', { params })).location).toBe(
      `/dashboard/requests/${requestId}`,
    )
  })

  it('DASH-03g declined, the fan reads where the money is', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator)
    const params = { requestId }
    const asking = await aBrowser(creator).call(refusal, '/dashboard/requests/x/refusal', { params })
    expect(asking.data).toMatchObject({ promised: true })
    await aBrowser(creator).call(refusal, '/dashboard/requests/x/refusal', { params, form: {} })
    const page = (await aBrowser(fan).call(own, '/requests/x', { params })).data
    expect(page.money).toBe('UGX\u00a0100,000 is back in your wallet.')
  })

  it('DASH-03g a creator sets what they take, and wrong prices are said at their fields', async () => {
    const form = { photo_on: 'on', photo_price: '50,000', video_price: '90000', voice_price: 'x', call_price: '1' }
    const browser = aBrowser(creator)
    const wrong = await browser.call(prices, '/dashboard/requests/prices', { form })
    expect((wrong.data.errors as { fields: object }).fields).toEqual({
      voice_price: expect.stringContaining('Type a price'),
    })
    const saved = await browser.call(prices, '/dashboard/requests/prices', {
      form: { ...form, voice_price: '60000', call_price: '100000' },
    })
    expect(saved.location).toBe('/dashboard/requests')
    const kinds = ((await aBrowser(fan).call(newRequest, formAt())).data.form as { kinds: object[] }).kinds
    expect(kinds).toEqual([expect.objectContaining({ value: 'photo', from: 'UGX\u00a050,000' })])
  })
})

describe('the fan’s steps', () => {
  it('PROF-07l withdraws before an answer, and not after it', async () => {
    await fillWallet(fan, 200_000)
    const [open, promised] = [await asked(fan, creator), await accepted(fan, creator)]
    const browser = aBrowser(fan)
    const step = (requestId: string) =>
      browser.call(decision, `/requests/${requestId}/withdrawal`, { params: { requestId }, form: {} })
    expect((await step(open)).toast?.title).toBe('Withdrawn')
    expect((await step(promised)).toast?.title).toBe('Already accepted')
  })
})
