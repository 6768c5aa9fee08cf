import { Button, LinkButton } from '#app/ui/button.tsx'
import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { MediaProblems } from './media-problems.tsx'
import { TileFace } from './media-tiles.tsx'
import { KIND_LABELS } from './tiles.ts'
import type { Route } from './+types/vault'

type VaultPage = Route.ComponentProps['loaderData']

/** The files of a creator, in folders. */
export function VaultView({ page }: { page: VaultPage }) {
  const { files, folders, search, chooser } = page
  const searched = search.find !== '' || search.kind !== '' || search.month !== ''
  return (
    <div className="container own-posts stack stack-16">
      <DashboardTabs active="posts" />
      <h1 className="text-h1">{chooser ? 'Choose from your vault' : 'Vault'}</h1>
      <FilterChips label="Folders">
        <FilterChip href={page.allHref} active={search.folder === ''}>
          All files
        </FilterChip>
        {folders.map((folder) => (
          <FilterChip key={folder.id} href={folder.href} active={folder.id === search.folder}>
            {folder.name}{' '}
            <span className="money" translate="no">
              {folder.files}
            </span>
          </FilterChip>
        ))}
      </FilterChips>
      <SearchForm page={page} />
      <MediaProblems problems={page.problems} action={page.here} />
      {files.length === 0 ? (
        <EmptyState compact icon="folder" title={searched ? 'No file matches' : 'Nothing here yet'}>
          {searched ? 'Search for another word.' : 'Every file that you upload for a post is kept here.'}
        </EmptyState>
      ) : (
        <form method="post" action={chooser?.action ?? page.here} className="stack stack-16">
          <ul className="vault-files">
            {files.map(({ tile, label, line }) => (
              <li key={tile.mediaId}>
                <label className="vault-file">
                  <input type="checkbox" name="medium" value={tile.mediaId} disabled={tile.state === 'failed'} />
                  <span className="vault-picture">
                    <TileFace tile={tile} />
                  </span>
                  <span className="visually-hidden">{KIND_LABELS[tile.kind]}: </span>
                  <span className="vault-name">{label}</span>
                  <span className="text-caption">{line}</span>
                </label>
              </li>
            ))}
          </ul>
          {chooser ? (
            <StickyFoot>
              <Button variant="primary" wide name="intent" value="from-vault" icon="plus">
                {chooser.button}
              </Button>
            </StickyFoot>
          ) : (
            <FileActions folders={folders} />
          )}
        </form>
      )}
      <OlderLinks what="files" newestHref={page.newestHref} olderHref={page.olderHref} />
      {!chooser && <FolderForms page={page} />}
      {chooser && (
        <LinkButton href={chooser.backHref} variant="quiet" wide>
          {chooser.back}
        </LinkButton>
      )}
    </div>
  )
}

function SearchForm({ page }: { page: VaultPage }) {
  const { search, chooser } = page
  return (
    <form className="vault-search" role="search">
      {search.folder !== '' && <input type="hidden" name="folder" value={search.folder} />}
      {Object.entries(chooser?.target ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField label="Name or caption" name="find" defaultValue={search.find} />
      <SelectField label="Kind" name="kind" defaultValue={search.kind}>
        <option value="">All kinds</option>
        {Object.entries(KIND_LABELS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label="Month" name="month" type="month" defaultValue={search.month} placeholder="2026-11" />
      <Button icon="search">Search</Button>
    </form>
  )
}

function FileActions({ folders }: { folders: VaultPage['folders'] }) {
  return (
    <div className="vault-actions">
      <SelectField label="Folder" name="to">
        <option value="">No folder</option>
        {folders.map((folder) => (
          <option key={folder.id} value={folder.id}>
            {folder.name}
          </option>
        ))}
      </SelectField>
      <Button name="intent" value="move" icon="folder">
        Move chosen
      </Button>
      <TextField label="New name" name="name" limit={120} />
      <Button name="intent" value="rename" icon="pencil">
        Rename chosen
      </Button>
      <Button name="intent" value="remove" icon="trash" variant="quiet">
        Remove chosen
      </Button>
    </div>
  )
}

function FolderForms({ page }: { page: VaultPage }) {
  const open = page.folders.find((folder) => folder.id === page.search.folder)
  return (
    <>
      <form method="post" className="vault-folder-form">
        <TextField label="New folder" name="name" limit={60} />
        <Button name="intent" value="folder" icon="plus">
          Add folder
        </Button>
      </form>
      {open && (
        <form method="post">
          <Button name="intent" value={`delete-folder:${open.id}`} icon="trash" variant="quiet">
            {`Delete the folder ${open.name}`}
          </Button>
        </form>
      )}
    </>
  )
}
