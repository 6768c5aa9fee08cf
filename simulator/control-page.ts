// A small page for people: recent checkouts, sent webhooks, the default scenario.
import { document, html, money } from './html.ts'
import { SCENARIOS } from './scenarios.ts'
import { describeChoice } from './selection.ts'
import { describeLink } from './wire.ts'
import type { World } from './world.ts'

const SHOWN = 30

export function controlPage(world: World): string {
  const { store } = world
  const links = store.links.all().slice(-SHOWN).toReversed()
  const current = describeChoice(store.settings.globalChoice) ?? ''
  const switches = Object.keys(store.settings.switches)
  const rows = links.map((link) => {
    const shown = describeLink(world, link)
    const webhooks = store.deliveries.of(link.txRef)
    const arrived = webhooks.filter((delivery) => delivery.state === 'delivered').length
    return html`<tr>
      <td><a href="/v3/hosted/pay/${link.id}">${link.title}</a><br /><span class="soft">${link.txRef}</span></td>
      <td>${money(link.currency, link.amount)}</td>
      <td>${link.customer.email}</td>
      <td>${String(shown['state'])}</td>
      <td>${arrived} of ${webhooks.length}</td>
      <td><a href="/control/state?tx_ref=${encodeURIComponent(link.txRef)}">State</a></td>
    </tr>`
  })
  const options = SCENARIOS.map(
    (scenario) =>
      html`<option value="${scenario.id}" ${scenario.id === current && html`selected`}>
        ${scenario.id} ${scenario.name}
      </option>`,
  )
  const body = html`<main class="wide">
    <section class="card">
      <h1>Payment simulator</h1>
      <p class="soft">Its clock shows ${new Date(world.clock.now()).toISOString()}.</p>
      ${switches.length > 0 && html`<p class="note" role="status">Switched on: ${switches.join(', ')}</p>`}
      <form method="post" action="/control/default">
        <label for="scenario">Default scenario of every payment</label>
        <select id="scenario" name="scenario">
          <option value="">None: payments succeed at once</option>
          ${options}
        </select>
        <button class="wide">Set the default</button>
      </form>
    </section>
    <section class="card scroll">
      <h2>Recent checkouts</h2>
      <table>
        <thead>
          <tr>
            <th>Checkout</th>
            <th>Amount</th>
            <th>Customer</th>
            <th>State</th>
            <th>Webhooks answered</th>
            <th>Details</th>
          </tr>
        </thead>
        <tbody>
          ${
            rows.length > 0
              ? rows
              : html`<tr>
                  <td colspan="6">None yet.</td>
                </tr>`
          }
        </tbody>
      </table>
    </section>
  </main>`
  return document('Payment simulator', body)
}
