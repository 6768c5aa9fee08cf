import { PLAN } from '#app/domain/settings/constants.ts'
import { messageOf } from '#app/web/catalogue.ts'

/** Texts of plans, features and promo codes. Texts that the specification quotes come from the catalogue. */
export const PLAN_TEXTS = {
  notLoaded: messageOf('plans.not_loaded'),
  notUpdated: messageOf('plans.not_updated').description,
  updated: { title: 'Saved', description: messageOf('plans.updated').description },
  added: { title: 'Plan added', description: 'It has the features of the first plan. You can change them.' },
  lastPlan: 'This is the only plan on sale. Put another one on sale first.',
  tooMany: `There can be ${PLAN.max} plans. Retire one first.`,
  promoNotCreated: messageOf('promo.not_created').description,
  promoCreated: { title: 'Saved', description: messageOf('promo.created').description },
  unchanged: { title: 'Nothing changed', description: 'You made no changes to the plan.' },
  changedMeanwhile: 'Somebody else has changed this. Check the new values, then save again.',
  notPermitted: 'Your role does not include this.',
  unreadable: 'This form could not be read. Nothing was changed.',
  gone: 'This no longer exists. Reload the page.',
} as const
