import { z } from 'zod'
import { createMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { MASS } from '#app/domain/chat/mass-message.ts'
import { countSubscribers } from '#app/domain/chat/mass-queries.server.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import { listFanLists } from '#app/domain/fans/queries.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { kampalaField, readKampalaTime } from '#app/platform/kampala-time.ts'
import { Button } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { AreaField, FieldGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { refuseMass } from '#app/web/creator/messages/refuse-mass.server.ts'
import { counted } from '#app/web/creator/overview/need-rows.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm } from '#app/web/forms.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/new-message'

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in', POST: 'signed_in' },
  title: 'New message to many',
  screen: { shell: 'focused', backHref: to.massMessages },
} satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(personContext)
  const [subscribers, lists] = await Promise.all([countSubscribers(id), listFanLists(id)])
  return {
    clientId: newId(),
    audiences: [
      { value: 'subscribers', label: `All subscribers (${subscribers.toLocaleString('en')})` },
      ...lists.map((list) => ({ value: list.id, label: `${list.name} (${counted(list.fans, 'fan')})` })),
    ],
    earliest: kampalaField(now()),
  }
}

const Fields = z.object({
  text: z.string().max(20_000).default(''),
  client_id: z.string().max(60).default(''),
  to: z.string().max(60).default('subscribers'),
  when: z.enum(['now', 'later']).default('now'),
  at: z.string().max(40).default(''),
})

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, Fields)
  if (!form.ok) return invalidForm({ text: 'This message could not be read' }, form.values)
  const { text, client_id: clientId, to: audience, when, at } = form.value
  const sendAt = when === 'later' ? readKampalaTime(at) : null
  if (when === 'later' && !sendAt) return invalidForm({ at: 'Choose a day and a time' }, form.value)
  const result = await createMassMessage(context.get(personContext), {
    text,
    clientId,
    audience: audience === 'subscribers' ? { kind: 'subscribers' } : { kind: 'list', listId: audience },
    sendAt,
  })
  if (!result.ok) return refuseMass(result.refusal, form.value)
  return redirectWithToast(to.massMessage(result.value.id), {
    title: sendAt ? 'Scheduled' : 'Sending',
    description: sendAt ? 'It goes out at that time.' : 'It reaches your fans one after the other.',
  })
}

/** One text for many fans. */
export default function NewMassMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { field, value, error } = readAnswer(actionData)
  const { audiences, clientId, earliest } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">New message to many</h1>
        <p className="text-secondary">
          Each fan gets it in their own conversation with you, free to read. Their answers cost your price.
        </p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <input type="hidden" name="client_id" value={value('client_id', clientId)} />
        <SelectField label="To" {...field('to', 'subscribers')}>
          {audiences.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </SelectField>
        <AreaField label="Message" rows={5} maxLength={CHAT.maxLength} {...field('text')} />
        <FieldGroup label="When" name="when" error={error('at')} hint="Times are EAT.">
          <div className="stack stack-8">
            <OptionCard name="when" value="now" title="At once" defaultChecked={value('when', 'now') === 'now'} />
            <OptionCard
              name="when"
              value="later"
              title="Later"
              icon="calendar-days"
              defaultChecked={value('when') === 'later'}
            />
            <TextField label="Day and time" name="at" type="datetime-local" min={earliest} defaultValue={value('at')} />
          </div>
        </FieldGroup>
        <Button variant="primary" wide icon="send">
          Send to all of them
        </Button>
        <p className="text-caption">
          At most {MASS.perDay} in 24 hours. Who has blocked you, or whom you blocked, does not get it. You can take it
          back until a fan has read it.
        </p>
      </form>
    </div>
  )
}
