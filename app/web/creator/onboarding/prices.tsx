import { redirect } from 'react-router'
import { STANDARD_PRICES } from '#app/domain/applications/application.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import { finishPricesStep, type PricesProblems } from '#app/domain/applications/finish-prices-step.server.ts'
import { type Application, findStepDraft } from '#app/domain/applications/queries.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'
import { readFormWithFiles } from '#app/web/file-field.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { afterAllButAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { PricesView } from './prices-view.tsx'
import {
  answerAutosave,
  draftShown,
  refusalAnswer,
  typedOf,
  writerOf,
} from '#app/web/creator/onboarding/step-answers.server.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorStep, creatorStepContext } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/prices'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: {
    GET: { who: 'signed_in', gate: creatorStep('prices') },
    POST: { who: 'signed_in', gate: creatorStep('prices') },
  },
  title: 'Prices',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { application, backHref } = context.get(creatorStepContext)
  const [draft, { platformFeePercentage, creatorFeeMinor }] = await Promise.all([
    findStepDraft(application!.id, 'prices'),
    settings(),
  ])
  return {
    ...draftShown(draft, valuesOf(application!)),
    backHref,
    // If the first post has a price, the switch applies to it too.
    postPrice: application!.firstPost?.priceMinor?.toString() ?? null,
    feePercentage: platformFeePercentage,
    weeklyFee: creatorFeeMinor.toString(),
  }
}

/** The values accepted before, or the recommended ones. */
function valuesOf(application: Application): Typed {
  const shillings = (minor: bigint) => String(minor / 100n)
  return {
    subscription: shillings(application.subscriptionPriceMinor ?? STANDARD_PRICES.subscription),
    goal: shillings(application.dailyGoalMinor ?? STANDARD_PRICES.goal),
    pay_to_unlock: application.payToUnlock === false ? '' : 'yes',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await readFormWithFiles(request)
  if (form.get('intent') === 'save') return answerAutosave(person, 'prices', form)
  const values = typedOf(form, 'prices')
  const typed = {
    subscription: values.subscription ?? '',
    goal: values.goal ?? '',
    payToUnlock: values.pay_to_unlock === 'yes',
  }
  const result = await refuseOutage(
    finishPricesStep(person, typed, writerOf(form)),
    'a creator\u2019s prices could not be stored',
  )
  return result.ok
    ? redirect(to.creatorOnboarding.verification, 303)
    : refusalAnswer({ person, step: 'prices', form }, result.refusal, errorsOf)
}

function errorsOf(problems: PricesProblems): FieldErrors {
  return {
    ...(problems.subscription && { subscription: 'Choose one of the prices' }),
    ...(problems.goal && { goal: 'Choose one of the goals' }),
  }
}

export const shouldRevalidate = afterAllButAutosave

export default function PricesStep({ loaderData, actionData }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  return <PricesView page={page} answer={actionData} />
}
