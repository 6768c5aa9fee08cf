import { to } from '#app/links.ts'
import {
  PRICE_TEXTS,
  readDailyGoal,
  readSubscriptionPrice,
  STANDARD_PRICES,
} from '#app/domain/applications/application.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import { finishPricesStep, type PricesProblems } from '#app/domain/applications/finish-prices-step.server.ts'
import { type Application, findStepDraft } from '#app/domain/applications/queries.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { type FieldErrors, readAnswer } from '#app/web/form-answer.ts'
import { afterAllButAutosave, useAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { answerStep, draftShown } from '#app/web/creator/onboarding/step-answers.server.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorStep, creatorStepContext } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { useState } from 'react'
import { estimateEarnings, EXAMPLE } from '#app/domain/applications/estimate.ts'
import { formatMoney, formatShillings } from '#app/domain/money/money.ts'
import { DAILY_GOAL_OPTIONS_MINOR, SUBSCRIPTION_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { OptionCard, SwitchField } from '#app/ui/choice.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { FieldGroup } from '#app/ui/field.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { textOf } from './form-text.ts'
import { StepForm } from './step-form.tsx'
import type { Route } from './+types/prices'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: creatorStep('prices'),
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
  return {
    subscription: shillings(application.subscriptionPriceMinor ?? STANDARD_PRICES.subscription),
    goal: shillings(application.dailyGoalMinor ?? STANDARD_PRICES.goal),
    pay_to_unlock: application.payToUnlock === false ? '' : 'yes',
  }
}

export function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  return answerStep(person, request, {
    step: 'prices',
    finish: ({ subscription = '', goal = '', pay_to_unlock }, writer) =>
      finishPricesStep(person, { subscription, goal, payToUnlock: pay_to_unlock === 'yes' }, writer),
    errorsOf,
    next: to.creatorOnboarding.verification,
  })
}

function errorsOf(problems: PricesProblems): FieldErrors {
  return {
    ...(problems.subscription && { subscription: 'Choose one of the prices' }),
    ...(problems.goal && { goal: 'Choose one of the goals' }),
  }
}

export const shouldRevalidate = afterAllButAutosave

const ugx = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
const shillings = (amountMinor: bigint) => String(amountMinor / 100n)

type PricesPage = Route.ComponentProps['loaderData']

/** Prices: the price of 30 days, whether single posts are sold, the daily goal, and an earnings estimate. */
export default function PricesStep({ loaderData, actionData: answer }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  const { error } = readAnswer(answer)
  const values = answer?.values ?? page.values
  const autosave = useAutosave()
  const [chosen, setChosen] = useState<Typed>(values)
  function check() {
    const form = autosave.formRef.current
    if (!form) return
    const typed = new FormData(form)
    const text = (name: string) => textOf(typed, name)
    setChosen({ subscription: text('subscription'), goal: text('goal'), pay_to_unlock: text('pay_to_unlock') })
  }
  return (
    <StepForm step={3} title="Prices" page={page} answer={answer} autosave={autosave} check={check}>
      <FieldGroup label="Subscription price, 30 days" name="subscription" error={error('subscription')}>
        <div className="options">
          {SUBSCRIPTION_PRICE_OPTIONS_MINOR.map((option, index) => (
            <OptionCard
              key={option}
              className="price-option"
              name="subscription"
              value={shillings(option)}
              title={
                <span className="money" translate="no">
                  {ugx(option)}
                </span>
              }
              plain
              trailing={<PriceWord index={index} />}
              defaultChecked={values.subscription === shillings(option)}
            />
          ))}
        </div>
      </FieldGroup>
      <div className="row pay-to-unlock">
        <Glyph icon="lock" tone="locked" />
        <div className="grow">
          <SwitchField
            label="Pay to unlock"
            name="pay_to_unlock"
            value="yes"
            hint="Sell single posts to any subscriber"
            defaultChecked={values.pay_to_unlock === 'yes'}
          />
        </div>
      </div>
      {page.postPrice !== null && chosen.pay_to_unlock !== 'yes' && (
        <Banner tone="info" title="Your first post will be free to subscribers">
          {`With this off, everybody with access to your page sees your posts. With it on, the first post costs ${ugx(BigInt(page.postPrice))}.`}
        </Banner>
      )}
      <FieldGroup label="Daily goal" name="goal" error={error('goal')}>
        <div className="goal-chips">
          {DAILY_GOAL_OPTIONS_MINOR.map((option) => (
            <label key={option} className="tag-chip">
              <input
                type="radio"
                name="goal"
                value={shillings(option)}
                aria-label={ugx(option)}
                defaultChecked={values.goal === shillings(option)}
              />
              {`${option / 100_000n}K`}
            </label>
          ))}
        </div>
      </FieldGroup>
      <EstimateCard chosen={chosen} page={page} />
      <ContinueFoot />
    </StepForm>
  )
}

function PriceWord({ index }: { index: number }) {
  const word = PRICE_TEXTS[index]
  if (word !== 'Recommended') return <span className="price-word">{word}</span>
  return <Chip tone="accent">{word}</Chip>
}

/** The estimate as a calculation; recommended values stand in for what is not chosen yet. */
function EstimateCard({ chosen, page }: { chosen: Typed; page: PricesPage }) {
  const subscriptionPriceMinor = readSubscriptionPrice(chosen.subscription ?? '').value ?? STANDARD_PRICES.subscription
  const dailyGoalMinor = readDailyGoal(chosen.goal ?? '').value ?? STANDARD_PRICES.goal
  const weeklyFeeMinor = BigInt(page.weeklyFee)
  const sum = estimateEarnings(
    { subscriptionPriceMinor, dailyGoalMinor },
    { platformFeePercentage: page.feePercentage, weeklyFeeMinor },
  )
  const rows: [string, bigint][] = [
    [`${EXAMPLE.subscribers} subscribers × ${formatShillings(subscriptionPriceMinor)}`, sum.subscriptions],
    [`Daily goal ${EXAMPLE.days} × ${formatShillings(dailyGoalMinor)}`, sum.goals],
    ['Together', sum.gross],
    [`Platform fee ${page.feePercentage}%`, -sum.platformFee],
    [`Weekly fee ${EXAMPLE.weeks} × ${formatShillings(weeklyFeeMinor)}`, -sum.weeklyFees],
  ]
  return (
    <Card as="section" padded className="stack stack-8" aria-labelledby="estimate">
      <div className="row row-between">
        <h2 className="text-h3" id="estimate">
          Earnings estimate
        </h2>
        <span className="text-muted">{EXAMPLE.days} days</span>
      </div>
      <dl className="estimate" aria-live="polite">
        {rows.map(([message, amount]) => (
          <div key={message}>
            <dt>{message}</dt>
            <dd className="money" translate="no">
              {ugx(amount)}
            </dd>
          </div>
        ))}
        <div className="estimate-total">
          <dt>You would keep</dt>
          <dd className="money" translate="no">
            {ugx(sum.keep)}
          </dd>
        </div>
      </dl>
      <p className="text-caption">An example, not a promise.</p>
    </Card>
  )
}
