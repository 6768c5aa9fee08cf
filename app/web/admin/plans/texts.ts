import { said } from '#app/web/catalogue.ts'

/** Texts of plans, features and promo codes. Texts that the specification quotes come from the catalogue. */
export const PLAN_TEXTS = {
  notLoaded: said('plans.not_loaded'),
  notUpdated: said('plans.not_updated').description,
  updated: { title: 'Saved', description: said('plans.updated').description },
  promoNotCreated: said('promo.not_created').description,
  promoCreated: { title: 'Saved', description: said('promo.created').description },
  unchanged: { title: 'Nothing changed', description: 'You made no changes to the plan.' },
  changedMeanwhile: 'Somebody else has changed this. Check the new values, then save again.',
  notPermitted: 'Your role does not include this.',
  gone: 'This no longer exists. Reload the page.',
} as const
