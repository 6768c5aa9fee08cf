import { findChatChoices, findPrices } from '#app/domain/creators/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FactRows } from '#app/ui/card.tsx'
import { personContext } from '#app/web/context.server.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/page'

export const handle = creatorPage('Your page', { shell: 'full', tab: 'page' })

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [prices, chat] = await Promise.all([findPrices(person.id), findChatChoices(person.id)])
  const ugx = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
  return {
    address: person.username && to.creator(person.username),
    prices: prices && `${ugx(prices.subscriptionMinor)} for 30 days, goal ${ugx(prices.goalMinor)} a day`,
    chat: chat && `${ugx(chat.rateMinor)} a message`,
  }
}

/** All that a creator sets about the page that fans see. */
export default function OwnPage({ loaderData }: Route.ComponentProps) {
  const { address, prices, chat } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">Your page</h1>
      <FactRows
        facts={[
          { icon: 'pencil', title: 'Profile', meta: 'Picture, name, place and bio', href: to.editProfile },
          {
            icon: 'images',
            title: 'Cover, card and tags',
            meta: 'How fans see you in the feeds',
            href: toDashboard.pageAppearance,
          },
          { icon: 'tags', title: 'Prices', meta: prices ?? 'Set them when you apply', href: toDashboard.prices },
          { icon: 'message-circle', title: 'Chat', meta: chat ?? 'Price of a message', href: to.chatPrice },
          {
            icon: 'sparkles',
            title: 'Custom requests',
            meta: 'What you make, and its prices',
            href: toDashboard.requestPrices,
          },
          { icon: 'mail', title: 'Welcome message', meta: 'What each new fan gets once', href: to.welcomeMessage },
          { icon: 'link', title: 'Your link and QR code', meta: 'For your bio and for posters', href: to.ownLink },
          {
            icon: 'smartphone',
            title: 'Payout account',
            meta: 'Where we pay every Friday',
            href: toDashboard.payoutAccount,
          },
          { icon: 'calendar-days', title: 'Weekly fee', meta: 'Until when your page is visible', href: to.creatorFee },
          { icon: 'bell', title: 'Notifications', meta: 'What we tell you, and where', href: to.notificationChoices },
        ]}
      />
      {address && (
        <LinkButton wide href={address}>
          See your page
        </LinkButton>
      )}
    </div>
  )
}
