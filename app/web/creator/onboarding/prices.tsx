import { data, redirect } from 'react-router'
import { STANDARD_PRICES } from '#app/domain/applications/application.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import {
  finishPricesStep,
  type PricesProblems,
  type PricesRefusal,
} from '#app/domain/applications/finish-prices-step.server.ts'
import { type Application, findStepDraft } from '#app/domain/applications/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { showClock } from '#app/domain/payments/show-time.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { log } from '#app/platform/log.server.ts'
import { refuse, unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { readFormWithFiles } from '#app/web/file-field.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { type PricesShown, PricesView } from './prices-view.tsx'
import {
  answerAutosave,
  keepDraft,
  notPermitted,
  requireCreatorStep,
  STEP_PATHS,
  typedOf,
  writerOf,
} from '#app/web/creator/onboarding/step.server.ts'
import { WIZARD_TEXTS } from './texts.ts'
import creatorStylesUrl from '#app/web/styles/creator.css?url'
import type { Route } from './+types/prices'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = { shell: 'bare' } as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Prices', matches)

export async function loader({ context }: Route.LoaderArgs) {
  const { application, backHref } = await requireCreatorStep(context, 'prices')
  const [draft, { platformFeePercentage, creatorFeeMinor }] = await Promise.all([
    findStepDraft(application!.id, 'prices'),
    settings(),
  ])
  const started = Object.keys(draft.typed).length > 0
  return {
    backHref,
    values: started ? draft.typed : valuesOf(application!),
    // Where the first post carries a price, the switch decides about it, too.
    postPrice: application!.firstPost?.priceMinor?.toString() ?? null,
    feePercentage: platformFeePercentage,
    weeklyFee: creatorFeeMinor.toString(),
    version: draft.version,
    tab: randomToken(),
    savedAt: started && draft.savedAt ? showClock(draft.savedAt) : null,
  }
}

/** What was accepted before, or what is recommended. */
function valuesOf(application: Application): Typed {
  const shillings = (minor: bigint) => String(minor / 100n)
  return {
    subscription: shillings(application.subscriptionPriceMinor ?? STANDARD_PRICES.subscription),
    goal: shillings(application.dailyGoalMinor ?? STANDARD_PRICES.goal),
    pay_to_unlock: application.payToUnlock === false ? '' : 'yes',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { person } = await requireCreatorStep(context, 'prices')
  const form = await readFormWithFiles(request)
  if (form.get('intent') === 'save') return answerAutosave(person, 'prices', form)
  const values = typedOf(form, 'prices')
  const typed = {
    subscription: values.subscription ?? '',
    goal: values.goal ?? '',
    payToUnlock: values.pay_to_unlock === 'yes',
  }
  const result = await finishPricesStep(person, typed, writerOf(form)).catch((error: unknown) => {
    log.error({ err: error }, 'a creator\u2019s prices could not be kept')
    return refuse({ kind: 'outage' as const })
  })
  return result.ok ? redirect(STEP_PATHS.verification, 303) : refusalAnswer(person, form, values, result.refusal)
}

async function refusalAnswer(
  person: Person,
  form: FormData,
  values: Typed,
  refusal: PricesRefusal | { kind: 'outage' },
) {
  switch (refusal.kind) {
    case 'changed_elsewhere':
      return data<PricesShown>(
        { errors: {}, failure: WIZARD_TEXTS.changedElsewhere, values, version: refusal.version },
        409,
      )
    case 'invalid': {
      const version = await keepDraft(person, 'prices', form)
      return data<PricesShown>({ errors: errorsOf(refusal.problems), values, version }, 400)
    }
    case 'outage':
      return data<PricesShown>({ errors: {}, failure: WIZARD_TEXTS.failure.description, values }, 503)
    case 'not_permitted':
    case 'not_yet':
      return notPermitted(refusal)
    default:
      return unreachable(refusal)
  }
}

function errorsOf(problems: PricesProblems): PricesShown['errors'] {
  return {
    ...(problems.subscription && { subscription: 'Choose one of the prices' }),
    ...(problems.goal && { goal: 'Choose one of the goals' }),
  }
}

/** An autosave changes nothing that this page shows. */
export function shouldRevalidate({ formData }: { formData?: FormData }) {
  return formData?.get('intent') !== 'save'
}

export default function PricesStep({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData && 'errors' in actionData ? actionData : undefined
  const page = useVisit(loaderData)
  return <PricesView page={page} shown={shown} />
}
