// The hosted page as markup: summary, handset, steps, and the drawer of scenarios.
import { attemptsOf, linkState } from './checkout.ts'
import { document, html, Html, money } from './html.ts'
import type { LinkRecord, Method, TransactionRecord } from './records.ts'
import { SCENARIOS } from './scenarios.ts'
import type { ScenarioGroup } from './scenario-types.ts'
import { TEST_CARDS } from './test-cards.ts'
import type { World } from './world.ts'

export interface PageView {
  link: LinkRecord
  method: Method
  token: string
  error?: string
  values?: { phone?: string; network?: string; number?: string }
}

const METHOD_NAMES: Record<Method, string> = { card: 'Card', mobilemoneyuganda: 'Mobile Money Uganda' }

export function pathOf(link: LinkRecord, action = ''): string {
  return `/v3/hosted/pay/${link.id}${action === '' ? '' : `/${action}`}`
}

function hidden(view: PageView): Html {
  return html`<input type="hidden" name="token" value="${view.token}" /><input
      type="hidden"
      name="method"
      value="${view.method}"
    />`
}

function shell(world: World, view: PageView, content: Html, head?: Html): string {
  const { link } = view
  const failed = attemptsOf(world, link).filter((tx) => tx.status === 'failed')
  const minutes = Math.max(0, Math.ceil((link.expiresAt - world.clock.now()) / 60_000))
  const isOpen = linkState(world, link) === 'open'
  const body = html`<main>
    <section class="card" aria-labelledby="title">
      <h1 id="title">${link.title}</h1>
      ${link.description && html`<p class="soft">${link.description}</p>`}
      <p class="amount">${money(link.currency, link.amount)}</p>
      <p class="soft">${link.customer.name} · ${link.customer.email}</p>
      ${isOpen && html`<p class="soft">Session ends in ${minutes} min · attempt ${failed.length + 1} of ${link.maxAttempts}</p>`}
    </section>
    ${view.error && html`<p class="alert" role="alert">${view.error}</p>`}
    ${link.note && html`<p class="note" role="status">${link.note}</p>`} ${content} ${drawer(view)}
  </main>`
  return document(`${link.title} — test checkout`, body, head)
}

/** The first screen: answer at once on the handset, or go through the steps. */
export function firstPage(world: World, view: PageView): string {
  const last = attemptsOf(world, view.link).at(-1)
  const error =
    view.error ??
    (last?.status === 'failed' ? `Payment failed: ${last.text}. Nothing was charged; you can try again.` : undefined)
  const steps = view.method === 'card' ? cardForm(view) : momoForm(view)
  const content = html`${handset(view, 'Simulated answer', 'One click pays or fails. The steps below are those of a real payment.')}
    <section class="card" aria-label="Pay step by step">${tabs(view)} ${steps}</section>
    ${leave(view, last?.status === 'failed')}`
  return shell(world, error === undefined ? view : { ...view, error }, content)
}

function tabs(view: PageView): Html {
  return html`<nav class="tabs" aria-label="Payment method">
    ${view.link.methods.map(
      (method) =>
        html`<a href="${pathOf(view.link)}?method=${method}" ${method === view.method && html`aria-current="page"`}
          >${METHOD_NAMES[method]}</a
        >`,
    )}
  </nav>`
}

/** The four answers of the payer's phone or bank. */
function handset(view: PageView, title: string, text: string): Html {
  return html`<section class="card handset" aria-labelledby="handset">
    <h2 id="handset">${title}</h2>
    <p class="soft">${text}</p>
    <form method="post" action="${pathOf(view.link, 'answer')}" class="grid">
      ${hidden(view)}
      <button class="primary" name="outcome" value="approve">Approve</button>
      <button name="outcome" value="decline">Decline</button>
      <button name="outcome" value="wrong_pin">Wrong PIN</button>
      <button name="outcome" value="timeout">Let it time out</button>
    </form>
  </section>`
}

function momoForm(view: PageView): Html {
  const network = view.values?.network ?? ''
  const option = (value: string) => html`<option ${network === value && html`selected`}>${value}</option>`
  return html`<form method="post" action="${pathOf(view.link, 'momo')}">
    ${hidden(view)}
    <label for="network">Network</label>
    <select id="network" name="network">
      ${option('MTN')}${option('AIRTEL')}
    </select>
    <label for="phone">Mobile money number</label>
    <input
      id="phone"
      name="phone"
      type="tel"
      inputmode="tel"
      autocomplete="off"
      value="${view.values?.phone ?? view.link.customer.phone ?? ''}"
    />
    <button class="wide" name="step" value="momo">Continue</button>
  </form>`
}

function cardForm(view: PageView): Html {
  return html`<form method="post" action="${pathOf(view.link, 'card')}">
      ${hidden(view)}
      <label for="number">Card number</label>
      <input id="number" name="number" inputmode="numeric" autocomplete="off" value="${view.values?.number ?? ''}" />
      <div class="grid">
        <div>
          <label for="expiry">Expiry (MM/YY)</label>
          <input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" />
        </div>
        <div>
          <label for="cvv">CVV</label>
          <input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" />
        </div>
      </div>
      <button class="wide" name="step" value="card">Pay ${money(view.link.currency, view.link.amount)}</button>
    </form>
    <details>
      <summary>Official test cards</summary>
      <form method="post" action="${pathOf(view.link, 'card')}">
        ${hidden(view)}
        <ul>
          ${TEST_CARDS.map((card) => html`<li><button name="number" value="${card.number}">${card.number}</button> ${card.name}</li>`)}
        </ul>
      </form>
    </details>`
}

function leave(view: PageView, failed: boolean): Html {
  return html`<form method="post" action="${pathOf(view.link, 'leave')}">
    ${hidden(view)}
    <div class="grid">
      <button class="danger" name="how" value="cancel">Cancel</button>
      ${failed && html`<button name="how" value="return">Return to the shop</button>`}
    </div>
  </form>`
}

const CODE_STEPS = {
  otp: {
    title: 'Enter the code',
    label: 'One-time code',
    hint: 'Test code 123456 for mobile money, 12345 for cards. 5548 is wrong.',
  },
  pin: { title: 'Enter your card PIN', label: 'PIN', hint: 'Test PIN 3310.' },
} as const

export function codePage(world: World, view: PageView, step: keyof typeof CODE_STEPS): string {
  const { title, label, hint } = CODE_STEPS[step]
  const content = html`<section class="card" aria-labelledby="step">
      <h2 id="step">${title}</h2>
      <form method="post" action="${pathOf(view.link, step)}">
        ${hidden(view)}
        <label for="code">${label}</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="off" aria-describedby="hint" />
        <p id="hint" class="soft">${hint}</p>
        <button class="primary wide" name="step" value="${step}">Continue</button>
      </form>
    </section>
    ${leave(view, false)}`
  return shell(world, view, content)
}

export function bankPage(world: World, view: PageView): string {
  const text = 'Your bank asks you to confirm this payment.'
  return shell(world, view, html`${handset(view, 'Confirm with your bank', text)} ${leave(view, false)}`)
}

export function handsetPage(world: World, view: PageView): string {
  const { link } = view
  const text = `${link.draft?.network ?? 'Mobile money'} · ${link.draft?.phone ?? ''}: pay ${money(link.currency, link.amount)} to ${link.title}?`
  return shell(world, view, html`${handset(view, 'Check your phone', text)} ${leave(view, false)}`)
}

/** Checks again every two seconds until the transaction has ended. */
export function waitingPage(world: World, view: PageView, tx: TransactionRecord): string {
  const content = html`<section class="card" aria-labelledby="step">
      <h2 id="step">Waiting for the network</h2>
      <p role="status">Transaction ${tx.id} is pending. This page checks again by itself.</p>
      <p class="soft">You may leave: the payment goes on without this page.</p>
    </section>
    ${leave(view, true)}`
  return shell(world, view, content, html`<meta http-equiv="refresh" content="2" />`)
}

/** A page that only shows a state: closed tab, paid, disabled. */
export function statePage(world: World, view: PageView, title: string, text: string): string {
  const content = html`<section class="card" aria-labelledby="step">
    <h2 id="step">${title}</h2>
    <p role="status">${text}</p>
    <form method="post" action="${pathOf(view.link, 'leave')}">
      ${hidden(view)}
      <button class="primary wide" name="how" value="return">Return to the shop</button>
    </form>
  </section>`
  return shell(world, view, content)
}

const GROUPS: Record<ScenarioGroup, string> = {
  payment: 'Payments',
  webhook: 'Webhooks',
  refund: 'Refunds',
  chargeback: 'Chargebacks',
  transfer: 'Transfers',
  system: 'Whole gateway',
}

function drawer(view: PageView): Html {
  const buttons = (group: ScenarioGroup) =>
    SCENARIOS.filter((scenario) => scenario.group === group).map(
      (scenario) =>
        html`<li>
          <button name="scenario" value="${scenario.id}" aria-describedby="about-${scenario.id}">
            ${scenario.id} ${scenario.name}
          </button>
          <span class="soft" id="about-${scenario.id}">${scenario.effect}</span>
        </li>`,
    )
  return html`<details class="card drawer">
    <summary>Simulator controls</summary>
    <p class="soft">Not part of a real checkout. Each button applies one scenario to this checkout.</p>
    <form method="post" action="${pathOf(view.link, 'scenario')}">
      ${hidden(view)}
      ${(Object.keys(GROUPS) as ScenarioGroup[]).map(
        (group) =>
          html`<h3>${GROUPS[group]}</h3>
            <ul>
              ${buttons(group)}
            </ul>`,
      )}
    </form>
  </details>`
}

export function unknownLinkPage(): string {
  return document(
    'Unknown checkout',
    html`<main>
      <section class="card"><h1>This payment link does not exist</h1></section>
    </main>`,
  )
}
