import { redirect } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { confirmPrice } from '#app/domain/requests/confirm-price.server.ts'
import { withdrawRequest } from '#app/domain/requests/withdraw-request.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { memberAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { stepRefusal } from './texts.ts'
import type { Route } from './+types/decision'

export const handle = memberAction()

/** Steps are forms, not pages: opening their addresses leads to the request. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(to.request(params.requestId), 303)
}

const Version = z.object({ version: z.coerce.number().int().min(1).max(1_000).catch(0) })

/** A fan agrees to another price or withdraws a request; back to the request. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { requestId } = params
  const decided = await decide(context.get(personContext), requestId, url.pathname.split('/').at(-1)!, request)
  if (decided.ok) return redirectWithToast(to.request(requestId), decided.told)
  const told = orNotFound(stepRefusal(decided.refusal))
  return redirectWithToast(to.request(requestId), { ...told, tone: 'error' })
}

async function decide(person: Person, requestId: string, step: string, request: Request) {
  switch (step) {
    case 'price': {
      const form = await parseForm(request, Version)
      const result = await confirmPrice(person, requestId, form.ok ? form.value.version : 0)
      return {
        ...result,
        told: { title: 'Agreed', description: 'The new price is held in your wallet until delivery.' },
      }
    }
    case 'withdrawal': {
      const result = await withdrawRequest(person, requestId)
      return { ...result, told: { title: 'Withdrawn', description: 'All of it is in your wallet again.' } }
    }
    default:
      return notFound()
  }
}
