import { z } from 'zod'
import { deleteList, setList } from '#app/domain/fans/change-list.server.ts'
import { FAN_LISTS } from '#app/domain/fans/list.ts'
import { listFanLists, listMembers } from '#app/domain/fans/queries.server.ts'
import { removeFromList } from '#app/domain/fans/set-lists-of-fan.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { refuseList } from '#app/web/creator/fans/refuse-list.server.ts'
import { counted } from '#app/platform/counted.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/list'

export const handle = creatorForm('List of fans', { shell: 'focused', backHref: toDashboard.fanLists })

async function ownList(creatorId: string, listId: string) {
  const list = orNotFound((await listFanLists(creatorId)).find(({ id }) => id === listId))
  return list
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { id } = context.get(personContext)
  const { name, fans } = await ownList(id, params.listId)
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 30,
    read: (page) => listMembers(id, params.listId, page),
    idOf: (fan) => fan.id,
    address: (before) => withQuery(toDashboard.fanList(params.listId), { before }),
  })
  return {
    name,
    count: counted(fans, 'fan'),
    fans: shown.map((fan) => ({ ...fan, href: to.fan(fan.id) })),
    ...hrefs,
  }
}

const Fields = z.object({
  intent: z.enum(['rename', 'delete', 'remove']),
  name: z.string().default(''),
  fan: z.string().max(60).default(''),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const creator = context.get(personContext)
  const { listId } = params
  await ownList(creator.id, listId)
  const form = await parseForm(request, Fields)
  if (!form.ok) return refuseForm({ status: 400, description: 'This form could not be read.' })
  const { intent, name, fan } = form.value
  if (intent === 'delete') {
    await deleteList(creator, listId)
    return redirectWithToast(toDashboard.fanLists, { title: 'Deleted', description: 'Its fans stay your fans.' })
  }
  if (intent === 'remove') {
    await removeFromList(creator, listId, fan)
    return redirectWithToast(toDashboard.fanList(listId), { title: 'Removed', description: 'The fan is not told.' })
  }
  const result = await setList(creator, listId, name)
  if (!result.ok) return refuseList(result.refusal, name)
  return redirectWithToast(toDashboard.fanList(listId), { title: 'Saved', description: 'The list has its new name.' })
}

export default function FanListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, count, fans, newestHref, olderHref } = loaderData
  const { field } = readAnswer(actionData)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">{name}</h1>
        <p className="text-secondary">{count}</p>
      </div>
      {fans.length === 0 ? (
        <p className="text-muted">Nobody is on this list yet. Open a fan to put them on it.</p>
      ) : (
        <Card rows as="ul">
          {fans.map((fan) => (
            <li key={fan.id} className="row">
              <ListRow
                href={fan.href}
                plain
                className="grow"
                leading={<Avatar name={fan.name} size={40} />}
                title={fan.name}
                isName
              />
              <form method="post">
                <input type="hidden" name="fan" value={fan.id} />
                <Button size="small" variant="quiet" name="intent" value="remove">
                  Remove
                  <span className="visually-hidden"> {fan.name}</span>
                </Button>
              </form>
            </li>
          ))}
        </Card>
      )}
      <OlderLinks what="fans" newestHref={newestHref} olderHref={olderHref} />
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <TextField label="Name of the list" limit={FAN_LISTS.nameLength} {...field('name', name)} />
        <div className="row">
          <Button name="intent" value="rename">
            Save name
          </Button>
          <Button name="intent" value="delete" variant="quiet" icon="trash">
            Delete list
          </Button>
        </div>
      </form>
    </div>
  )
}
