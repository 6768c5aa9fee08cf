import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sources = globSync('{app,server,demo,simulator,bin}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const migrations = globSync('db/migrations/*.sql', { cwd: ROOT })

/** Lines of files that match a pattern, without comments, as "file: line". */
function findings(files: string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => pattern.test(line.replace(/(^|\s)(\/\/|\*|--|\/\*).*/, '')))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

describe('the sources', () => {
  test('there are files to check', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(migrations.length).toBeGreaterThan(6)
  })

  // The audit reads all ledger tables from outside on purpose, in a read-only transaction; products say what it checks of them.
  test('only the ledger module posts to the ledger', () => {
    const outside = sources.filter(
      (file) => !/^app\/domain\/(ledger\/|audit\/|products\/[^/]+\/invariants\.ts)/.test(file),
    )
    expect(
      findings(
        outside,
        /post_journal_entry|fold_hot_accounts|(into|update|from)\s+(journal_entries|postings|ledger_(?!corrections))/i,
      ),
    ).toEqual([])
  })

  const kinds = globSync('app/domain/products/*/quote.ts', { cwd: ROOT }).map(
    (file) => /\bkind: '(\w+)'/.exec(read(file))![1]!,
  )
  // A word with an underscore names nothing but a kind; "pass" and "tip" are other things too, so for them the context counts.
  const kindLiteral = new RegExp(
    `'(?:${kinds.filter((kind) => kind.includes('_')).join('|')})'|(?:kind'?\\s*(?:[!=]==|=|<>|in\\b|,)|\\bcase)[^']*'(?:=', ')?(?:${kinds.join('|')})'`,
  )
  /** Where the same word is stored for something else. */
  const OTHER_MEANINGS: Readonly<Record<string, string>> = {
    'app/domain/creators/': 'why a creator is listed: by a paid week or by a grant',
    'app/domain/subscriptions/': 'what caused an entry of the ledger: one subscription',
    'app/domain/events/': 'what an event is about, and the page that it leads to',
    'app/domain/purchases/privacy.server.ts': 'erasing an account blanks the names in purchases of every kind at once',
    'app/domain/payments/card-funded.server.ts': 'what fills a wallet, and whether a card paid for it',
    'app/domain/overview/earnings.server.ts': 'a source of income',
    'app/web/admin/earnings/money-texts.ts': 'a source of income',
    'app/domain/earnings/statement.ts': 'the beginning of the kinds of entries about fees',
  }

  test('nothing outside the folder of a product depends on its kind', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(6)
    const outside = sources.filter(
      (file) =>
        file.startsWith('app/') &&
        !file.startsWith('app/domain/products/') &&
        !Object.keys(OTHER_MEANINGS).some((prefix) => file.startsWith(prefix)),
    )
    // An order names what it wants.
    const found = findings(outside, kindLiteral).filter((line) => !/\b(order|product): \{ kind: '/.test(line))
    expect(found).toEqual([])
  })

  test.each([
    "if (purchase.kind === 'tip') return null",
    "case 'pass':",
    "return kinds.includes('wallet_top_up')",
    "select 1 from purchases where kind = 'pass'",
    ".where('p.kind', '=', 'tip')",
    "where o.kind in ('tip', 'unlock')",
  ])('a planted dependence on a kind is found: %s', (line) => {
    expect(kindLiteral.test(line)).toBe(true)
  })

  // docs/extending.md: the walk for a new product kind.
  test.each(['post-unlock', 'creator-fee', 'tip', 'creator-subscription'])(
    'outside of its folder, the product %s is known to the registries and to the page that sells it',
    (folder) => {
      const knows = new RegExp(`['/]${folder}/(quote|policy|entries|labels|invariants|reverse|product)\\b`)
      const outside = sources.filter(
        (file) => !file.startsWith(`app/domain/products/${folder}/`) && knows.test(read(file)),
      )
      const [page, ...more] = outside.filter((file) => !file.startsWith('app/domain/products/registry.'))
      expect(page).toMatch(/^app\/web\/(fan|creator)\//)
      expect(more).toEqual([])
    },
  )

  const segments = new Set([...read('app/routes.ts').matchAll(/\broute\('([a-z-]+)/g)].map(([, first]) => first!))
  const addressLiteral = new RegExp(`["'\`]/(?:(?:${[...segments].join('|')})(?=[/?#"'\`$])|\\$\\{)`)

  // docs/decisions/0049-addresses.md
  test('every address of the product is made in app/links.ts', () => {
    expect(segments.size).toBeGreaterThan(40)
    const elsewhere = sources.filter(
      (file) =>
        file.startsWith('app/') &&
        // The route table, patterns of it, addresses at the gateway, and files in the sandbox of the decoders.
        !/^app\/(links|admin-links|dashboard-links|routes|web\/route-table)\.ts$|^app\/gateways\/|^app\/domain\/media\/internal\//.test(
          file,
        ),
    )
    expect(findings(elsewhere, addressLiteral)).toEqual([])
  })

  test.each(["redirect('/profile', 303)", 'href="/admin/team?x=1"', '`/posts/${id}/unlock`', '`/${username}`'])(
    'a planted address is found: %s',
    (line) => expect(addressLiteral.test(line)).toBe(true),
  )

  test('the domain names pages, and asks for an address only where it leaves the product', () => {
    const domain = sources.filter((file) => file.startsWith('app/domain/'))
    const imports = findings(domain, /'#app\/(?:links|admin-links|dashboard-links|target-address)\.ts'/)
    expect(imports.length).toBeGreaterThan(3)
    expect(imports.filter((line) => !line.endsWith(": import { addressOf } from '#app/target-address.ts'"))).toEqual([])
  })

  test('business time comes from the one clock', () => {
    // The object store checks a signature's age against the real time, whatever the demo's clock is.
    const modules = sources.filter(
      (file) => /^app\/(domain|web|gateways|jobs)/.test(file) && !file.endsWith('/s3-store.server.ts'),
    )
    expect(
      findings(modules, /\bDate\.now\(\)|new Date\(\)|current_timestamp|[^_\w.]now\(\)\s*(?:[-+<>]|at time)/),
    ).toEqual([])
    expect(findings(migrations, /(?<!app_|select )\bnow\(\)|current_timestamp/i)).toEqual([])
  })

  test('modules that hold state are imported by their alias where the build could otherwise copy them', () => {
    const bundled = sources.filter((file) => file.startsWith('app/') && !file.endsWith('.server.ts'))
    expect(findings(bundled, /(?:from|import\()\s*'\.{1,2}\/(?:[^']+\.server|(?:[^']*\/)?clock)\.ts'/)).toEqual([])
  })

  test('every migration bounds how long it waits for a lock', () => {
    expect(migrations.filter((file) => !read(file).includes('lock_timeout'))).toEqual([])
  })

  test('every policy has a test', () => {
    const policies = sources.filter((file) => file.endsWith('/policy.ts'))
    expect(policies.length).toBeGreaterThan(0)
    const tests = globSync('app/domain/**/*.test.ts', { cwd: ROOT }).map(read)
    for (const policy of policies) {
      const names = [...read(policy).matchAll(/export function (can\w+)/g)].map((match) => match[1]!)
      for (const name of names)
        expect(
          tests.some((text) => text.includes(name)),
          `${policy}: ${name} has no test`,
        ).toBe(true)
    }
  })

  test('no page carries inline styles, raw HTML or another origin', () => {
    const pages = sources.filter((file) => file.startsWith('app/') && file.endsWith('.tsx'))
    // One component keeps markup that React has rendered before; what it is given comes from there alone.
    const kept = 'app/web/components/kept-markup.tsx'
    const others = pages.filter((file) => file !== kept)
    expect(findings(pages, /\sstyle=\{/)).toEqual([])
    expect(findings(others, /dangerouslySetInnerHTML/)).toEqual([])
    expect(findings(others, /\bmarkup=\{(?!markup\})/)).toEqual([])
    const renderers = pages.filter((file) => /\.markup\(/.test(read(file)))
    expect(renderers).toEqual([
      'app/web/components/creator-card-markup.tsx',
      'app/web/components/creator-profile-markup.tsx',
    ])
    for (const file of renderers)
      expect(read(file).match(/\.markup\(/g)!.length, file).toBe(read(file).match(/\brenderToStaticMarkup\(</g)!.length)
    expect(findings(pages, /(?:src|href)=["'{`]+https?:\/\//)).toEqual([])
  })

  // One reads a rule for caches, the other sets the default.
  test('the default of the server, that no cache stores a response, is said nowhere else', () => {
    const others = sources.filter(
      (file) =>
        /^(app|server)\//.test(file) &&
        !['server/cookie-guard.ts', 'app/web/middleware/actor.server.ts'].includes(file),
    )
    expect(findings(others, /no-store|^\s*return (loaderHeaders|actionHeaders)\b/)).toEqual([])
  })

  test('every request body is read by a reader with limits', () => {
    // The browser reads the form that its own page is about to send.
    const served = sources.filter((file) => /^(app|server)\//.test(file) && file !== 'app/web/autosave-answers.ts')
    // Responses of a gateway or a store are limited by their callers; `request` comes from a stranger.
    expect(findings(served, /\.formData\(/)).toEqual([])
    expect(findings(served, /\brequest\s*\.(?:clone|json|text|arrayBuffer|blob|bytes)\(/)).toEqual([])
  })

  test('the product does not distinguish the simulator from the gateway', () => {
    expect(
      findings(
        sources.filter((file) => file.startsWith('app/') && !file.endsWith('/reserved-usernames.ts')),
        /simulator(?!Port|_PORT)/i,
      ),
    ).toEqual([])
  })

  // A name that stands for what a person wrote, and a way to count or cut it that knows no emoji.
  const writtenByPeople =
    /\b(?:\w*[cC]aption|bio|body|words|note|reason|message|displayName|display_name|fullName|legalName|signature|nickname|description|details|question|comment|city|title|heading|find|reply|firstLine\([^)]*\))(?:[!?)]*\.(?:trim|trimEnd|split|at|replaceAll?|toLowerCase)\([^()]*\)(?:\[0\])?)*(?: \?\? '')?[!?)]*\.(?:length\b|slice\(|substring\(|substr\(|charAt\()|\bmaxLength=|\b(?:name|text|words|note|reason|message|comment|bio|city|caption|details|description|display_name|signature): z\s*\.string\(\)(?:\.trim\(\))?\.max\(/
  /** The same words where they hold something else, or what a machine has written. */
  const NOT_WRITTEN =
    /Buffer|rendered\.body|^server\/|^app\/gateways\/|^app\/(?:domain\/(?:media|watermarks)|web\/(?:toast\.server|dev\/|components\/send-file|chat\/saved-replies))|passkey-challenge|use-error-title|document\.title/

  // docs/decisions/0096-characters-as-people-see-them.md
  test('text that people wrote is counted and cut by app/platform/graphemes.ts alone', () => {
    expect(findings(sources, writtenByPeople).filter((line) => !NOT_WRITTEN.test(line))).toEqual([])
  })

  test.each([
    "title: post.caption.split('\\n')[0]!.trim().slice(0, 80) || KINDS[post.kind],",
    'return line.caption.length > 80',
    "caption: (cut.caption ?? '').slice(0, 2_000),",
    'if (note.trim().length < 10) return refuse',
    '<TextField label="Name" maxLength={60} />',
    'note: z.string().max(2_000),',
    'const first = post.displayName.charAt(0)',
  ])('planted counting of code units is found: %s', (line) => expect(writtenByPeople.test(line)).toBe(true))

  // A name may end with a full stop of its own: "Brian O.".
  const stopAfterName = /\$\{[\w.]*[nN]ame\}\.(?=[ `])/
  test('no sentence puts its full stop after a name without looking', () => {
    expect(stopAfterName.test('`It returns to ${fan.name}.`')).toBe(true)
    const found = findings(
      sources.filter((file) => /^app\/(domain|web)\//.test(file)),
      stopAfterName,
    )
    expect(found.filter((line) => !/brandName|Compressing/.test(line))).toEqual([])
  })

  // A schema's own words are English for programmers.
  test('typed fields are checked by app/web/forms.server.ts, which has words for every mistake', () => {
    const pages = sources.filter(
      (file) => file.startsWith('app/web/') && !/\/(forms\.server|dev\/\w+)\.tsx?$/.test(file),
    )
    expect(findings(pages, /\.safeParse\(/)).toEqual([])
  })

  test('the sources mention only the product', () => {
    const everything = globSync('{app,server,demo,simulator,bin,tests,bench,docs,.ci}/**/*.{ts,tsx,md,sql}', {
      cwd: ROOT,
    }).filter((file) => file !== 'tests/tidy.test.ts')
    expect(
      findings([...everything, 'README.md'], /\/(work|home|root)\/[a-z]|\bTODO\b|\bFIXME\b|as any\b|@ts-ignore/),
    ).toEqual([])
  })
})

describe('the style sheets', () => {
  const sheets = globSync('app/{ui,web}/**/*.css', { cwd: ROOT })
  const withoutComments = (file: string) => read(file).replace(/\/\*.*?\*\//gs, '')
  /** The classes that the rules of a sheet select. */
  const classesIn = (css: string) =>
    [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, selector]) =>
      selector!.trim().startsWith('@') ? [] : [...selector!.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!),
    )
  const ofUi = new Set(
    sheets.filter((file) => file.startsWith('app/ui/')).flatMap((file) => classesIn(withoutComments(file))),
  )

  test('no sheet of a page or of its components selects a class of the design system', () => {
    expect(ofUi.size).toBeGreaterThan(150)
    const reaching = (css: string) => classesIn(css).filter((name) => ofUi.has(name))
    expect(reaching('.wallet-columns .button-small { padding: 0 }')).toEqual(['button-small'])
    const pages = sheets.filter((file) => file.startsWith('app/web/'))
    expect(pages.flatMap((file) => reaching(withoutComments(file)).map((name) => `${file}: .${name}`))).toEqual([])
  })

  test('every rule stands in a layer, and layers are named as the order of app/ui/core.css has them', () => {
    const order = /@layer ([\w, ]+);/.exec(read('app/ui/core.css'))![1]!.split(', ')
    expect(order).toEqual(['reset', 'tokens', 'base', 'ui', 'components', 'pages', 'utilities'])
    const layered = new Set<string>()
    for (const file of sheets)
      for (const [, path, layer] of read(file).matchAll(/@import '([^']+)'(?: layer\((\w+)\))?;/g)) {
        if (layer) expect(order).toContain(layer)
        if (layer) layered.add(join(file, '..', path!))
      }
    const bare = sheets.filter((file) => {
      const css = withoutComments(file).replace(/@import[^;]*;|@layer [\w, ]+;/g, '')
      const top = css.replace(/@layer (\w+) \{[\s\S]*\n\}/g, (_, layer: string) => (order.includes(layer) ? '' : layer))
      return !layered.has(file) && top.trim() !== '' && !file.endsWith('/fonts.css')
    })
    // What an engine without layers shows: readable text in the reader's font, and forms that work.
    expect(bare).toEqual(['app/ui/without-layers.css'])
  })

  // The build leaves an address that it can't resolve as it stands, and says nothing.
  test('every file that a sheet names is there', () => {
    const named = sheets.flatMap((file) =>
      [...read(file).matchAll(/url\('([^']+)'\)/g)].map(([, path]) => join(file, '..', path!)),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('font sizes and line heights are tokens', () => {
    const others = sheets.filter((file) => file !== 'app/ui/tokens.css')
    expect(findings(others, /\b(font|font-size|line-height):[^;]*\drem/)).toEqual([])
  })

  test('media queries use the widths that the tokens name', () => {
    const named = new Set(/Breakpoints: ([\d, ]+)/.exec(read('app/ui/tokens.css'))![1]!.split(', ').map(Number))
    const used = sheets.flatMap((file) =>
      [...withoutComments(file).matchAll(/(min|max)-width: (\d+)px\)/g)].map(
        ([, bound, width]) => Number(width) + (bound === 'max' ? 1 : 0),
      ),
    )
    expect(used.length).toBeGreaterThan(30)
    expect(used.filter((width) => !named.has(width))).toEqual([])
  })
})
