import type { ComponentType } from 'react'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { FILE_FIELDS, type fileKindTabs } from '#app/web/creator/files/file-kinds.ts'
import { useAcceptedFile } from '#app/web/creator/onboarding/use-accepted-file.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'

type AddFilePage = {
  kind: FileKind
  kinds: ReturnType<typeof fileKindTabs>
  hint: string
  videoOn: boolean
  /** How many files are there already. */
  count: number
  vaultHref: string
}

type AddFileProps = {
  page: AddFilePage
  answer: FormAnswer | undefined
  /** Another source of a file beside the button, such as a microphone. */
  source?: ComponentType<{ onFile: (file: File) => void }>
}

/** The field for one more file of a creator, of the vault or a new one of the chosen kind. Works without script. */
export function AddFile({ page, answer, source }: AddFileProps) {
  const { error } = readAnswer(answer)
  const file = useAcceptedFile({ kind: page.kind })
  const field = FILE_FIELDS[page.kind]
  return (
    <>
      <LinkButton icon="folder" href={page.vaultHref}>
        From the vault
      </LinkButton>
      <SegmentedLinks label="Kind of file" segments={page.kinds} />
      {page.kind !== 'photo' && !page.videoOn && (
        <Banner tone="warning" title="We can’t accept videos and voice messages right now">
          Please try again later.
        </Banner>
      )}
      <form method="post" encType="multipart/form-data" className="stack stack-16">
        <input type="hidden" name="kind" value={page.kind} />
        <UploadField
          key={`${page.kind} ${page.count} ${file.round}`}
          name="file"
          label={field.label}
          purpose={`post_${page.kind}`}
          icon={field.icon}
          hint={page.hint}
          preview={page.kind === 'photo' ? 'photo' : null}
          error={file.problem ?? error('file')}
          onState={file.onState}
          source={source}
        />
        {!file.live && (
          <Button wide name="intent" value="add">
            Add file
          </Button>
        )}
      </form>
    </>
  )
}
