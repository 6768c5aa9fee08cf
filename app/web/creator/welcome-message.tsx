import { z } from 'zod'
import { CHAT } from '#app/domain/chat/message.ts'
import { findWelcome } from '#app/domain/chat/queries.server.ts'
import { setWelcome } from '#app/domain/chat/set-welcome.server.ts'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/welcome-message'

export const handle = creatorForm('Welcome message', { shell: 'focused', backHref: to.chat() })

export async function loader({ context }: Route.LoaderArgs) {
  return { welcome: await findWelcome(context.get(personContext).id) }
}

const Fields = z.object({ text: z.string().default(''), on: z.string().max(9).default('') })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, Fields)
  if (!form.ok) return invalidForm({ text: 'This message could not be read' }, form.values)
  const { text, on } = form.value
  const result = await setWelcome(context.get(personContext), { text, on: on === 'yes' })
  if (result.ok)
    return redirectWithToast(to.welcomeMessage, {
      title: 'Saved',
      description: on === 'yes' ? 'New fans get it once.' : 'It is switched off: new fans get nothing.',
    })
  if (result.refusal.kind === 'not_permitted')
    return refuseForm({ status: 403, description: 'You can’t change this now.' }, { text, on })
  const most = CHAT.maxLength.toLocaleString('en')
  return invalidForm(
    { text: result.refusal.problem === 'empty' ? 'Type the message' : `It has at most ${most} characters` },
    { text, on },
  )
}

/** What a creator's new fans are sent. */
export default function WelcomeMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { welcome } = loaderData
  const { field, value } = readAnswer(actionData)
  const on = actionData ? value('on') === 'yes' : (welcome?.on ?? true)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Welcome message</h1>
        <p className="text-secondary">
          Each fan gets it once: when they subscribe to you, follow you with a pass, or write to you first. Fans to whom
          you have written before don’t.
        </p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <AreaField label="Message" rows={5} limit={CHAT.maxLength} {...field('text', welcome?.body)} />
        <CheckboxField
          label="Send it to new fans"
          hint="Switched off, the text is kept"
          name="on"
          value="yes"
          defaultChecked={on}
        />
        <Button variant="primary" wide>
          Save
        </Button>
        <p className="text-caption">It costs you and the fan nothing, and is no answer to a paid message.</p>
      </form>
    </div>
  )
}
