import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    subscriptions: { whose: byId('user_id'), exportedAs: 'your passes', erased: 'kept' },
    subscription_renewals: {
      whose: byId('account_id'),
      exportedAs: 'whether your pass renews from your wallet',
      erased: 'kept',
    },
    subscription_notices: {
      whose: byId('account_id'),
      exportedAs: 'reminders of the end of your pass',
      erased: 'kept',
    },
    creator_subscriptions: { whose: byId('user_id'), exportedAs: 'creators you subscribed to', erased: 'kept' },
    creator_subscription_days: {
      whose: byId('creator_id'),
      exportedAs: 'what subscriptions to you earned, day by day',
      erased: 'kept',
    },
  },
})
