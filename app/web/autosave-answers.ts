import { isRouteErrorResponse } from 'react-router'
import { answerAutosaves } from './network.ts'

/** What a page says of an autosave that the server can't take now, because it is broken or asked too often. */
export const NOT_SAVED = 'Not saved yet. What you typed is still here, and we try again.'

// Only pages with autosave load this.
answerAutosaves(async (request) => {
  const type = request.headers.get('content-type') ?? ''
  // Autosaves carry no files, so only short forms are read.
  if (!type.startsWith('application/x-www-form-urlencoded')) return null
  if ((await request.clone().formData()).get('intent') !== 'save') return null
  return (result) => (passes(isRouteErrorResponse(result) ? result.status : 500) ? NOT_SAVED : null)
})

/** Whether a status may be another one in a minute: 4xx says no for good, except for too many requests. */
const passes = (status: number): boolean => status >= 500 || status === 429
