import type { ReactNode } from 'react'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'

type DecisionDialogProps = {
  title: string
  text: string
  /** The address of the decision, which the dialog posts to. */
  action: string
  closeHref: string
  button: string
  icon?: IconName
  danger?: boolean
  answer?: FormAnswer
  /** The fields of the form, if it has any. */
  children?: ReactNode
}

/** Asks before a decision is made, with the fields that it needs. Its address is the decision's own. */
export function DecisionDialog({ title, text, action, closeHref, button, icon, ...props }: DecisionDialogProps) {
  return (
    <Dialog title={title} description={text} closeHref={closeHref}>
      <form method="post" action={action} className="stack stack-16" noValidate>
        <FormErrorSummary answer={props.answer} />
        {props.children}
        <div className="decision-buttons">
          <LinkButton href={closeHref}>Go back</LinkButton>
          <Button variant={props.danger ? 'danger' : 'primary'} icon={icon}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
