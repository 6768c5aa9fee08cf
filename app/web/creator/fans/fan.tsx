import { fanRelation } from '#app/web/creator/fan-relation.ts'
import { z } from 'zod'
import { MAX_NOTE_LENGTH } from '#app/domain/fans/note.ts'
import { findFan, listFanLists, listIdsOfFan } from '#app/domain/fans/queries.server.ts'
import { setNote } from '#app/domain/fans/set-note.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { FanBlock, fanBlockOf } from './fan-block.tsx'
import type { Route } from './+types/fan'

export const handle = creatorForm('Fan', { shell: 'focused', backHref: toDashboard.fans })

/** A fan as their creator sees them. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = context.get(personContext)
  const [fan, lists, chosen] = await Promise.all([
    findFan(id, params.fanId),
    listFanLists(id),
    listIdsOfFan(id, params.fanId),
  ])
  if (!fan) notFound()
  const { name, note, threadId } = fan
  return {
    name,
    note,
    what: fanRelation(fan),
    chatHref: threadId && to.chat(threadId),
    lists: lists.map((list) => ({ ...list, on: chosen.includes(list.id) })),
    listsHref: toDashboard.listsOfFan(fan.id),
    block: fanBlockOf(fan),
  }
}

const Fields = z.object({ note: z.string() })

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await parseForm(request, Fields)
  if (!form.ok) return invalidForm({ note: 'This note could not be read' }, form.values)
  const { note } = form.value
  const result = await setNote(context.get(personContext), params.fanId, note)
  if (result.ok)
    return redirectWithToast(to.fan(params.fanId), { title: 'Saved', description: 'Only you see this note.' })
  const { kind } = result.refusal
  switch (kind) {
    case 'too_long':
      return invalidForm({ note: `A note has at most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters` }, { note })
    case 'account_closed':
      return refuseForm({ status: 403, description: 'Your account is closed.' }, { note })
    case 'not_there':
      return notFound()
    default:
      return unreachable(kind)
  }
}

export default function Fan({ loaderData, actionData }: Route.ComponentProps) {
  const { name, note, what, chatHref, lists, listsHref, block } = loaderData
  const { field } = readAnswer(actionData)
  return (
    <div className="container container-narrow stack stack-16">
      <div className="row">
        <Avatar name={name} size={56} />
        <div>
          <h1 className="text-h1" translate="no">
            {name}
          </h1>
          <p className="text-secondary">{what}</p>
        </div>
      </div>
      {chatHref && (
        <LinkButton wide icon="message-circle" href={chatHref}>
          Open the conversation
        </LinkButton>
      )}
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <AreaField
          label="Your note"
          hint={`Only you see it, here and beside your conversation. Saved empty, it is deleted.`}
          rows={5}
          limit={MAX_NOTE_LENGTH}
          {...field('note', note)}
        />
        <Button variant="primary" wide>
          Save
        </Button>
      </form>
      <Lists lists={lists} action={listsHref} />
      <FanBlock name={name} {...block} />
    </div>
  )
}

type ListChoice = Route.ComponentProps['loaderData']['lists'][number]

/** Which of the creator's lists the fan is on. */
function Lists({ lists, action }: { lists: ListChoice[]; action: string }) {
  return (
    <section className="stack stack-16" aria-labelledby="lists">
      <h2 className="text-h2" id="lists">
        Lists
      </h2>
      {lists.length > 0 && (
        <form method="post" action={action} className="stack stack-8">
          {lists.map(({ id, name, on }) => (
            <CheckboxField key={id} id={`list-${id}`} label={name} name="list" value={id} defaultChecked={on} />
          ))}
          <Button wide>Save lists</Button>
        </form>
      )}
      <a className="link link-target" href={toDashboard.fanLists}>
        {lists.length > 0 ? 'Your lists' : 'Make a list to write to several fans at once'}
      </a>
    </section>
  )
}
