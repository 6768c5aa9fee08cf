import { data } from 'react-router'
import { z } from 'zod'
import { findContactWith } from '#app/domain/contacts/find-contact.server.ts'
import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { type CreatorProfile, findCreatorById } from '#app/domain/creators/queries.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { minTopUp, readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { topUpAt } from '#app/domain/products/wallet-top-up/top-up-at.ts'
import { askRequest } from '#app/domain/requests/ask-request.server.ts'
import { canAsk } from '#app/domain/requests/policy.ts'
import { findOffers, findRequestDraft, type RequestDraft } from '#app/domain/requests/queries.server.ts'
import {
  isRequestKind,
  KIND_NAMES,
  readWords,
  REQUEST_KINDS,
  timesOf,
  wantedDays,
} from '#app/domain/requests/request.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { missingFor } from '#app/domain/wallet/wallet.ts'
import { addressOf } from '#app/target-address.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { isId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { checkoutHeaders } from '#app/web/checkout/checkout.server.ts'
import { denyVisit } from '#app/web/checkout/refusals.server.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { KIND_ICONS } from '#app/web/components/request-look.ts'
import requestStylesUrl from '#app/web/components/request.css?url'
import { actorContext } from '#app/web/context.server.ts'
import { refuseHidden } from '#app/web/creator-response.server.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { NewRequestForm, type NewRequestPage } from './new-request-form.tsx'
import { askRefusal, FIELD_TEXTS } from './texts.ts'
import type { Route } from './+types/new-request'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: requestStylesUrl }]

export const handle = {
  audience: 'members',
  policy: { GET: 'checked_by_domain', POST: 'checked_by_domain' },
  title: 'Ask for something custom',
  screen: { shell: 'focused' },
} satisfies RouteHandle

/** The creator of the address, and the fan who may ask them; others are led to what they need first. */
async function partiesOf(url: URL, context: Route.LoaderArgs['context']) {
  const actor = context.get(actorContext)
  const id = (url.searchParams.get('creator') ?? '').toLowerCase()
  const creator = orNotFound(isId(id) ? await findCreatorById(id) : null)
  refuseHidden(actor, creator)
  const [entitled, contact] = actor
    ? await Promise.all([isEntitledTo(actor.id, creator.id), findContactWith(actor.id, creator.id)])
    : [false, NO_BLOCK]
  const verdict = canAsk(actor, {
    creatorId: creator.id,
    entitled,
    creatorVisible: creator.visible,
    contact,
    at: now(),
  })
  const { username } = creator
  if (!verdict.allowed)
    throw denyVisit(verdict.reason === 'creator_away' ? 'own_page' : verdict.reason, {
      entry: subscribeLink('profile', username, 'request'),
      setup: withReturnTo(to.profileSetup, withQuery(to.requestForm, { creator: creator.id })),
      page: to.creator(username),
    })
  return { person: actor!, creator }
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { person, creator } = await partiesOf(url, context)
  return data(
    { name: creator.displayName, backHref: to.creator(creator.username), form: await formOf(person, creator) },
    { headers: checkoutHeaders(request) },
  )
}

async function formOf(person: Person, creator: CreatorProfile): Promise<NewRequestPage> {
  const [offers, draft, balance, { wallet }] = await Promise.all([
    findOffers(creator.id),
    findRequestDraft(person.id, creator.id),
    walletBalance(person.id),
    settings(),
  ])
  const kinds = REQUEST_KINDS.filter((kind) => offers[kind].isOn)
  return {
    attempt: randomToken(),
    kinds: kinds.map((kind) => ({
      value: kind,
      title: KIND_NAMES[kind],
      from: formatMoney(offers[kind].minPrice),
      icon: KIND_ICONS[kind],
    })),
    values: {
      kind: kinds[0] ?? '',
      ...(draft ? { kind: draft.kind, words: draft.words, wanted_by: draft.wantedBy, price: draft.price } : {}),
    },
    days: wantedDays(now()),
    wordsLength: CUSTOM_REQUEST.wordsLength,
    answerHours: CUSTOM_REQUEST.answerHours,
    balance: formatMoney(balance),
    short: draft && shortOf(draft, balance, wallet ? creator.id : null),
  }
}

/** What the wallet lacks for what was typed before, and the page that tops it up; null where it is enough. */
function shortOf(
  draft: RequestDraft,
  balance: { amountMinor: bigint; currency: 'UGX' | 'USD' },
  creator: string | null,
) {
  const amountMinor = readSum(draft.price)
  const missing = amountMinor === null ? null : missingFor({ amountMinor, currency: 'UGX' }, balance)
  if (!missing) return null
  const sum = minTopUp(missing)
  return {
    missing: formatMoney(missing),
    topUp: creator ? { sum: formatMoney(sum), href: addressOf(topUpAt(sum, { creator, intent: 'request' })) } : null,
  }
}

const Fields = z.object({
  attempt: z.string().min(16).max(100),
  kind: z.string().max(20).default(''),
  words: z.string().default(''),
  wanted_by: z.string().max(20).default(''),
  price: z.string().max(20).default(''),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const { person, creator } = await partiesOf(url, context)
  const form = await parseForm(request, Fields)
  if (!form.ok)
    return refuseForm({ status: 400, description: 'This form could not be read. Please try again.' }, form.values)
  const { attempt, kind, words, wanted_by: wantedBy, price } = form.value
  const priceMinor = readSum(price)
  const wrong = {
    ...(!isRequestKind(kind) && { kind: 'Choose what you want' }),
    ...(readWords(words) === null && { words: FIELD_TEXTS.words }),
    ...(!timesOf(wantedBy, now()) && { wanted_by: FIELD_TEXTS.wanted_by }),
    ...(priceMinor === null && { price: 'Type a price in whole shillings' }),
  }
  if (!isRequestKind(kind) || priceMinor === null || Object.keys(wrong).length > 0)
    return invalidForm(wrong, form.value)
  const asked = await askRequest(person, { creatorId: creator.id, kind, words, wantedBy, priceMinor, attempt })
  if (!asked.ok) return refuseForm(askRefusal(asked.refusal, creator.displayName), form.value)
  return redirectWithToast(to.request(asked.value.requestId), {
    title: 'Request sent',
    description: `${formatMoney({ amountMinor: priceMinor, currency: 'UGX' })} is held in your wallet. We tell you when ${creator.displayName} answers.`,
  })
}

export default function NewRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { name, backHref, form } = loaderData
  return <NewRequestForm name={name} backHref={backHref} page={form} answer={actionData} />
}
