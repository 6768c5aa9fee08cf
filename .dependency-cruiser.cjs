// Which folder may import which (docs/decisions/0007-modules-and-layers.md). `npm run check` also checks how many files were read.
const BASE = 'money|ledger|identity|contacts|events|settings|consents'
const SHARED =
  'approvals|payments|entitlements|media|notifications|staff|uploads|documents|earnings|wallet|vault|watermarks|likes|comments|polls|blocklist'
const PRODUCTS = 'creators|posts|subscriptions|follows|tips|payouts|usage|requests|fans'
const ACROSS = 'products|purchases|overview|moderation|applications|promotions|shares|releases|chat|reports'
const OFFICE = 'refunds|reconciliation|audit|privacy|support'
const modules = (names) => `^app/domain/(${names})/`

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'downhill-platform',
      severity: 'error',
      from: { path: '^app/platform/' },
      to: { path: '^(app/(web|domain|gateways|ui|jobs)|server|demo|simulator)' },
    },
    {
      name: 'downhill-gateways',
      severity: 'error',
      from: { path: '^app/gateways/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(app/(web|domain|ui|jobs)|server|demo|simulator)', pathNot: '^app/domain/money/' },
    },
    {
      name: 'downhill-domain',
      severity: 'error',
      from: { path: '^app/domain/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(app/(web|ui|jobs|routes)|server|demo|simulator)' },
    },
    {
      // Whoever makes addresses, also the domain for its mails, imports it: it knows the names of things, and does nothing.
      name: 'links-import-types-alone',
      severity: 'error',
      from: { path: '^app/links[.]ts$' },
      to: { path: '^(app|server|demo|simulator)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'app-imports-no-server',
      severity: 'error',
      from: { path: '^app/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(server|demo|simulator|bin|bench)/' },
    },
    {
      name: 'simulator-is-separate',
      severity: 'error',
      from: { path: '^simulator/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(app|server|demo)/' },
    },
    {
      name: 'simulator-is-not-special',
      severity: 'error',
      from: { path: '^(app|demo)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^simulator/' },
    },
    {
      name: 'ui-imports-no-modules',
      severity: 'error',
      from: { path: '^app/ui/' },
      // How characters are counted, and which digits count, is one rule, for fields too.
      to: { path: '^app/', pathNot: '^app/(ui/|platform/(graphemes|exact-text)[.]ts$)' },
    },
    {
      name: 'pure-stays-pure',
      severity: 'error',
      from: { path: '^app/(domain|platform)/', pathNot: '[.](server|test)[.]ts$' },
      to: { path: '[.]server[.]ts$|^node:|^app/gateways/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure-needs-no-node',
      severity: 'error',
      from: { path: '^app/(domain|platform|ui)/', pathNot: '[.](server|test)[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'layer-base',
      severity: 'error',
      from: { path: modules(BASE) },
      to: { path: modules(`${SHARED}|${PRODUCTS}|${ACROSS}|${OFFICE}`) },
    },
    {
      name: 'layer-shared',
      severity: 'error',
      from: { path: modules(SHARED) },
      to: { path: modules(`${PRODUCTS}|${ACROSS}|${OFFICE}`) },
    },
    {
      name: 'layer-products',
      severity: 'error',
      from: { path: modules(PRODUCTS) },
      to: { path: modules(`${ACROSS}|${OFFICE}`) },
    },
    { name: 'layer-across', severity: 'error', from: { path: modules(ACROSS) }, to: { path: modules(OFFICE) } },
    {
      name: 'neighbours-do-not-call',
      severity: 'error',
      from: { path: modules(PRODUCTS) },
      to: { path: modules(PRODUCTS), pathNot: '^app/domain/$1/' },
    },
    {
      name: 'every-module-has-a-layer',
      severity: 'error',
      from: {},
      to: { path: '^app/domain/', pathNot: modules(`${BASE}|${SHARED}|${PRODUCTS}|${ACROSS}|${OFFICE}`) },
    },
    {
      name: 'internals-closed-to-web',
      severity: 'error',
      from: { pathNot: '^app/domain/' },
      to: { path: '^app/domain/[^/]+/internal/' },
    },
    {
      name: 'internals-closed-to-modules',
      severity: 'error',
      from: { path: '^app/domain/([^/]+)/' },
      to: { path: '^app/domain/[^/]+/internal/', pathNot: '^app/domain/$1/internal/' },
    },
    {
      name: 'no-sql-in-web',
      severity: 'error',
      from: { path: '^app/web/', pathNot: '[.]test[.]ts$' },
      to: { path: '^app/platform/db[.]server|^node_modules/(kysely|pg)/' },
    },
    {
      name: 'areas-do-not-mix',
      severity: 'error',
      from: { path: '^app/web/(public|auth|fan|creator|admin)/' },
      to: { path: '^app/web/(public|auth|fan|creator|admin)/', pathNot: '^app/web/$1/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^(tests|bench)/|[.]test[.]tsx?$' },
      to: { path: '^tests/|[.]test[.]tsx?$' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^app/',
        pathNot: ['^app/(routes|root|entry)', '^app/web/', '^app/ui/', '[.]d[.]ts$', '[.]test[.]tsx?$'],
      },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css', '.svg'],
    },
  },
}
