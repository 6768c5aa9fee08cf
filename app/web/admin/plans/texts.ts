import { said } from '#app/web/catalogue.ts'

/** The words of plans, features and promo codes, to the letter of the specification where it gives them. */
export const PLAN_TEXTS = {
  notLoaded: said('plans.not_loaded'),
  notUpdated: said('plans.not_updated').description,
  updated: { title: 'Saved', description: said('plans.updated').description },
  promoNotCreated: said('promo.not_created').description,
  promoCreated: { title: 'Saved', description: said('promo.created').description },
  unchanged: { title: 'Nothing changed', description: 'The plan stands as it did.' },
  changedMeanwhile: 'Somebody else changed this meanwhile. Look at what stands now, then save again.',
  notPermitted: 'Your role does not include this.',
  gone: 'That is not there any more.',
} as const
