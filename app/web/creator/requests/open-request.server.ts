import { redirect } from 'react-router'
import { findReceivedRequest, type RequestView } from '#app/domain/requests/queries.server.ts'
import type { RequestState } from '#app/domain/requests/request.ts'
import { to } from '#app/links.ts'

/** A creator's request in one of these states, for the page of its next step; in others the request itself is shown. */
export async function requestInState(
  creatorId: string,
  requestId: string,
  states: readonly RequestState[],
): Promise<RequestView> {
  const request = await findReceivedRequest(creatorId, requestId)
  if (!request) throw new Response('Not found', { status: 404 })
  if (!states.includes(request.status)) throw redirect(to.receivedRequest(requestId), 303)
  return request
}
