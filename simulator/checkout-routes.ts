// The hosted page's addresses: one GET that shows the current state, and plain form posts that answer 303.
import { randomBytes } from 'node:crypto'
import {
  answer,
  applyFromDrawer,
  attemptsOf,
  linkState,
  type Next,
  nextAfterWaiting,
  OUTCOMES,
  type Payer,
  play,
  shopUrl,
  successOf,
} from './checkout.ts'
import { CHECKOUT_CSS } from './checkout-css.ts'
import {
  bankPage,
  codePage,
  firstPage,
  handsetPage,
  type PageView,
  pathOf,
  statePage,
  unknownLinkPage,
  waitingPage,
} from './checkout-page.ts'
import { STYLESHEET_PATH } from './html.ts'
import { type Answer, type Call, page, parseForm, seeOther } from './http.ts'
import type { Draft, LinkRecord, Method } from './records.ts'
import { parseChoice } from './selection.ts'
import { findCard } from './test-cards.ts'
import { sendPrompt } from './transactions.ts'
import type { World } from './world.ts'

const WEBHOOK_FIRST_MS = 5_000
const WRONG_CODES = 3
const TOKENS_KEPT = 40

export async function checkout(world: World, call: Call): Promise<Answer | null> {
  if (call.path === STYLESHEET_PATH) {
    return {
      status: 200,
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=60' },
      body: CHECKOUT_CSS,
    }
  }
  const match = /^\/v3\/hosted\/pay\/(flwlnk-[a-z0-9]{26})(?:\/([a-z]+))?$/.exec(call.path)
  if (!match) return call.path.startsWith('/v3/hosted/') ? page(404, unknownLinkPage()) : null
  const link = world.store.links.get(match[1] ?? '')
  if (!link) return page(404, unknownLinkPage())
  const action = match[2] ?? ''
  if (action === '' && call.method !== 'POST') return show(world, link, call.query)
  if (call.method !== 'POST') return seeOther(pathOf(link))
  return submit(world, link, action, parseForm(call.body))
}

function viewOf(link: LinkRecord, requested: string | null, error?: string): PageView {
  const method = link.methods.find((known) => known === (requested ?? link.draft?.method)) ?? link.methods[0] ?? 'card'
  return { link, method, token: randomBytes(9).toString('base64url'), ...(error === undefined ? {} : { error }) }
}

function show(world: World, link: LinkRecord, query: URLSearchParams): Answer {
  const step = query.get('step') ?? ''
  const view = viewOf(
    link,
    query.get('method'),
    query.has('wrong') ? 'That was not accepted. Please try again.' : undefined,
  )
  const waited = step === 'waiting' ? world.store.transactions.get(query.get('tx') ?? '') : undefined
  if (waited?.linkId === link.id) {
    if (waited.finishedAt === null) return page(200, waitingPage(world, view, waited))
    const next = nextAfterWaiting(world, link, waited)
    return next.to === 'waiting' ? page(200, waitingPage(world, view, waited)) : seeOther(locationOf(link, next))
  }
  if (step === 'closed') {
    return page(200, statePage(world, view, 'You can close this tab', 'The payment goes on without it.'))
  }
  switch (linkState(world, link)) {
    case 'paid':
      return page(200, statePage(world, view, 'Paid', 'This checkout has been paid.'))
    case 'disabled':
      return page(200, statePage(world, view, 'Link not active', 'This payment link is no longer active.'))
    case 'ended':
      return seeOther(shopUrl(link, null, { when: 'now', status: 'failed' }))
    case 'open':
    default:
      return page(200, stepPage(world, view, link.draft ? step : ''))
  }
}

function stepPage(world: World, view: PageView, step: string): string {
  switch (step) {
    case 'otp':
    case 'pin':
      return codePage(world, view, step)
    case 'bank':
      return bankPage(world, view)
    case 'handset':
      return handsetPage(world, view)
    default:
      return firstPage(world, view)
  }
}

async function submit(world: World, link: LinkRecord, action: string, form: URLSearchParams): Promise<Answer> {
  const token = form.get('token')?.slice(0, 40) ?? ''
  const before = Object.hasOwn(link.answered, token) ? link.answered[token] : undefined
  if (before !== undefined) return seeOther(before)
  if (action === 'leave') return seeOther(leaveUrl(world, link, form.get('how') ?? 'cancel'))
  if (action === 'scenario') return applyScenario(world, link, form, token)
  const state = linkState(world, link)
  if (state === 'ended') return seeOther(shopUrl(link, null, { when: 'now', status: 'failed' }))
  // A tab that was open before the payment may pay a second time; a form without a token may not.
  if (state === 'disabled' || (state === 'paid' && token === '')) return seeOther(pathOf(link))
  switch (action) {
    case 'answer': {
      const outcome = OUTCOMES.find((known) => known === form.get('outcome'))
      if (!outcome) return seeOther(pathOf(link))
      const pendingId = link.draft?.transactionId ?? null
      return follow(world, link, answer(world, link, outcome, payerOf(link, form), pendingId).next, token)
    }
    case 'momo':
      return enterPhone(world, link, form)
    case 'card':
      return enterCard(world, link, form, token)
    case 'otp':
    case 'pin':
      return enterCode(world, link, action, form, token)
    default:
      return seeOther(pathOf(link))
  }
}

/** Redirects the person where the payment leads, and remembers it for a second click on the same page. */
async function follow(world: World, link: LinkRecord, next: Next, token: string): Promise<Answer> {
  const location = locationOf(link, next)
  if (token !== '') {
    const current = world.store.links.get(link.id) ?? link
    const kept = Object.entries(current.answered).slice(1 - TOKENS_KEPT)
    world.store.links.patch(current, { answered: Object.fromEntries([...kept, [token, location]]) })
  }
  world.timers.runDue()
  if (next.to === 'shop' && next.waitForWebhook) await world.courier.idle(WEBHOOK_FIRST_MS)
  return seeOther(location)
}

function locationOf(link: LinkRecord, next: Next): string {
  if (next.to === 'shop') return next.url
  if (next.to === 'waiting') return `${pathOf(link)}?step=waiting&tx=${next.transactionId}`
  return next.to === 'closed' ? `${pathOf(link)}?step=closed` : pathOf(link)
}

function payerOf(link: LinkRecord, form: URLSearchParams): Payer {
  const { draft } = link
  const method = link.methods.find((known) => known === form.get('method')) ?? link.methods[0] ?? 'card'
  if (draft?.method === method) return { method, phone: draft.phone, network: draft.network, card: draft.card }
  return { method, phone: method === 'card' ? null : link.customer.phone, network: null, card: null }
}

function leaveUrl(world: World, link: LinkRecord, how: string): string {
  const paid = successOf(world, link)
  if (paid) return shopUrl(link, paid)
  const failed = attemptsOf(world, link).at(-1)?.status === 'failed'
  return shopUrl(link, null, { when: 'now', status: how === 'return' && failed ? 'failed' : 'cancelled' })
}

function applyScenario(world: World, link: LinkRecord, form: URLSearchParams, token: string): Promise<Answer> {
  const choice = parseChoice(form.get('scenario'))
  if (!choice) return Promise.resolve(seeOther(pathOf(link)))
  const { note, next } = applyFromDrawer(world, link, choice, payerOf(link, form))
  world.store.links.patch(link, { note })
  return follow(world, link, next, token)
}

const EMPTY_DRAFT: Draft = {
  method: 'card',
  phone: null,
  network: null,
  card: null,
  transactionId: null,
  wrongTries: 0,
}

function enterPhone(world: World, link: LinkRecord, form: URLSearchParams): Answer {
  const phone = (form.get('phone') ?? '').slice(0, 30)
  const network = form.get('network') === 'AIRTEL' ? 'AIRTEL' : 'MTN'
  const digits = phone.replace(/[\s()+-]/g, '')
  if (!/^(?:(?:00)?256|0)?\d{9}$/.test(digits)) {
    const view = viewOf(link, 'mobilemoneyuganda', 'Please enter a Ugandan mobile number, for example 0770 000 900.')
    return page(422, firstPage(world, { ...view, values: { phone, network } }))
  }
  const method: Method = 'mobilemoneyuganda'
  world.store.links.patch(link, { draft: { ...EMPTY_DRAFT, method, phone: digits, network }, note: null })
  return seeOther(`${pathOf(link)}?step=otp`)
}

async function enterCard(world: World, link: LinkRecord, form: URLSearchParams, token: string): Promise<Answer> {
  const number = (form.get('number') ?? '').slice(0, 40)
  const card = findCard(number)
  if (!card) {
    const view = viewOf(link, 'card', 'This is not one of the official test cards. Never enter a real card here.')
    return page(422, firstPage(world, { ...view, values: { number: '' } }))
  }
  const saved = world.store.links.patch(link, { draft: { ...EMPTY_DRAFT, card: card.number }, note: null })
  if (card.check === 'pin') return seeOther(`${pathOf(link)}?step=pin`)
  if (card.check !== 'none') return seeOther(`${pathOf(link)}?step=bank`)
  return follow(
    world,
    saved,
    answer(world, saved, 'approve', payerOf(saved, new URLSearchParams({ method: 'card' }))).next,
    token,
  )
}

async function enterCode(
  world: World,
  link: LinkRecord,
  step: 'otp' | 'pin',
  form: URLSearchParams,
  token: string,
): Promise<Answer> {
  const { draft } = link
  if (!draft) return seeOther(pathOf(link))
  const payer = payerOf(link, new URLSearchParams({ method: draft.method }))
  const code = (form.get('code') ?? '').trim()
  const right = step === 'pin' ? '3310' : draft.method === 'card' ? '12345' : '123456'
  if (step === 'otp' && code === '6648')
    return follow(world, link, play(world, link, { id: 'P04', variant: null }, payer).next, token)
  if (code !== right) {
    const wrongTries = draft.wrongTries + 1
    if (wrongTries >= WRONG_CODES)
      return follow(world, link, play(world, link, { id: 'P07', variant: null }, payer).next, token)
    world.store.links.patch(link, { draft: { ...draft, wrongTries } })
    return seeOther(`${pathOf(link)}?step=${step}&wrong`)
  }
  if (step === 'pin') return seeOther(`${pathOf(link)}?step=otp`)
  if (draft.method === 'card') return follow(world, link, answer(world, link, 'approve', payer).next, token)
  const pending = sendPrompt(world, link, payer)
  world.store.links.patch(link, { draft: { ...draft, transactionId: pending.id } })
  return seeOther(`${pathOf(link)}?step=handset`)
}
