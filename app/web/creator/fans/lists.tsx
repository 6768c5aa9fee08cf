import { z } from 'zod'
import { setList } from '#app/domain/fans/change-list.server.ts'
import { FAN_LISTS } from '#app/domain/fans/list.ts'
import { listFanLists } from '#app/domain/fans/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { refuseList } from '#app/web/creator/fans/refuse-list.server.ts'
import { counted } from '#app/platform/counted.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/lists'

export const handle = creatorForm('Lists of fans', { shell: 'focused', backHref: toDashboard.fans })

export async function loader({ context }: Route.LoaderArgs) {
  const lists = await listFanLists(context.get(personContext).id)
  return {
    lists: lists.map(({ id, name, fans }) => ({ id, name, meta: counted(fans, 'fan'), href: toDashboard.fanList(id) })),
  }
}

const Fields = z.object({ name: z.string().default('') })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, Fields)
  if (!form.ok) return invalidForm({ name: 'This name could not be read' }, form.values)
  const result = await setList(context.get(personContext), null, form.value.name)
  if (!result.ok) return refuseList(result.refusal, form.value.name)
  return redirectWithToast(toDashboard.fanList(result.value.listId), {
    title: 'Saved',
    description: 'Open a fan to put them on the list.',
  })
}

/** A creator's lists of fans. */
export default function FanLists({ loaderData, actionData }: Route.ComponentProps) {
  const { lists } = loaderData
  const { field } = readAnswer(actionData)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Lists of fans</h1>
        <p className="text-secondary">Only you see them. Open a fan, from here or from a conversation, to add them.</p>
      </div>
      {lists.length > 0 && (
        <Card rows as="ul">
          {lists.map(({ id, name, meta, href }) => (
            <li key={id}>
              <ListRow href={href} title={name} meta={meta} />
            </li>
          ))}
        </Card>
      )}
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <TextField label="New list" limit={FAN_LISTS.nameLength} {...field('name')} />
        <Button variant="primary" wide>
          Add list
        </Button>
      </form>
    </div>
  )
}
