import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withWiki } from '../../src/modules/import/git/wiki-repository.ts'
import { importContent } from '../../src/modules/import/import-content.ts'
import { importCounts } from '../../src/modules/import/storable.ts'
import type { ImportLimits } from '../../src/modules/import/types.ts'
import { createGit, type GitOptions } from '../../src/platform/git.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { outline, refusalOf } from '../support/imports.ts'
import { serveWeb } from '../support/web.ts'
import '../support/git.ts'

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']

function repositoryWith(files: Record<string, string | Buffer>, links: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-wiki-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...identity, ...words], { stdio: 'pipe' })
  git('init', '-q')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path))
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', 'one')
  git('commit', '-q', '--allow-empty', '-m', 'two')
  // One pack with deltas of similar files, as git hosts send it.
  git('repack', '-q', '-a', '-d', '-f')
  return folder
}

/** Git's HTTP backend, at the URL that a host uses for the wiki of a project. */
async function serveWiki(folder: string) {
  return serveWeb((request, response) => {
    const isAdvertisement = request.url === '/owner/name.wiki.git/info/refs?service=git-upload-pack'
    if (!isAdvertisement && request.url !== '/owner/name.wiki.git/git-upload-pack') {
      response.writeHead(404).end()
      return
    }
    const mode = isAdvertisement ? ['--advertise-refs'] : []
    const git = spawn('git', ['upload-pack', '--stateless-rpc', ...mode, folder])
    const kind = isAdvertisement ? 'advertisement' : 'result'
    response.setHeader('content-type', `application/x-git-upload-pack-${kind}`)
    if (isAdvertisement) response.write('001e# service=git-upload-pack\n0000')
    const isCompressed = request.headers['content-encoding'] === 'gzip'
    ;(isCompressed ? request.pipe(createGunzip()) : request).pipe(git.stdin)
    git.stdout.pipe(response)
  })
}

function gitForTest(options: GitOptions = {}) {
  const cacheDirectory = mkdtempSync(join(tmpdir(), 'quire-wiki-cache-'))
  onTestFinished(() => rmSync(cacheDirectory, { recursive: true, force: true }))
  return createGit({ cacheDirectory, ...options })
}

async function importAt(url: string, host: string, limits: Partial<ImportLimits> = {}, git = gitForTest()) {
  const outbound = createOutbound({ allow: [host] })
  return withWiki({ url, organizationId: 'org', git, outbound, limits }, (wiki) =>
    importContent({ source: 'github-wiki', url, wiki, outbound, limits }),
  )
}

async function importWiki(folder: string, limits: Partial<ImportLimits> = {}, path = '/owner/name/wiki') {
  const web = await serveWiki(folder)
  return importAt(web.origin + path, web.host, limits)
}

const long = (word: string) => Array.from({ length: 400 }, (_, line) => `${word} in line ${line}`).join('\n')

describe('a wiki', () => {
  it('is imported in the order of its sidebar, with its links and files', async () => {
    const folder = repositoryWith(
      {
        'Home.md':
          'Welcome: [[First Steps]], [[the text|First Steps#setup]], [page](First-Steps), `[[code]]`, ![x](images/a.png), [[images/a.png]], [[No Such]]',
        'First-Steps.md': `# First\n\n${long('step')}`,
        'Second-Steps.md': `# Second\n\n${long('step')}!`,
        'sub/Other-Page.md': '[home](Home) ![](images/a.png)',
        '_Sidebar.md':
          '## Guides\n\n* [[First Steps]]\n  * [Second](Second-Steps)\n* [Site](https://example.com)\n',
        '_Footer.md': 'foot',
        'Old.rst': 'old',
        'images/a.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      },
      { 'link.md': '/etc/passwd' },
    )
    const content = await importWiki(folder)
    expect(outline(content.pages)).toEqual([
      'Home <Home.md>',
      'Guides [group]',
      '  First <First-Steps.md>',
      '    Second <Second-Steps.md>',
      '  Site [link]',
      'Sub',
      '  Other Page <sub/Other-Page.md>',
    ])
    expect(content.pages[0]?.markdown).toBe(
      'Welcome: [First Steps](First-Steps.md), [the text](First-Steps.md#setup), [page](First-Steps.md), `[[code]]`, ![x](images/a.png), ![](images/a.png), [No Such](no-such.md)',
    )
    expect(content.pages[2]?.pages[0]?.markdown).toBe('[home](../Home.md) ![](../images/a.png)')
    expect(content.pages[1]?.pages[0]?.pages[0]?.markdown).toBe(`# Second\n\n${long('step')}!`)
    expect(content.skipped.map(({ path }) => path).sort()).toEqual(['Old.rst', '_Footer.md', 'link.md'])
    expect(importCounts(content)).toEqual({ importedResources: 8, totalResources: 11 })
  })

  it('can be identified by a page or by its repository', async () => {
    const folder = repositoryWith({ 'Home.md': '# Home' })
    for (const path of ['/owner/name/wiki/Some-Page?x#y', '/owner/name.wiki.git', '/owner/name.wiki']) {
      expect(outline((await importWiki(folder, {}, path)).pages)).toEqual(['Home <Home.md>'])
    }
  })

  it('is rejected if it is not a wiki, is missing, is too large or has too many files', async () => {
    const folder = repositoryWith({ 'Home.md': '# Home', 'A.md': long('a'), 'B.md': 'b' })
    expect((await refusalOf(importWiki(folder, {}, '/owner/name'))).reason).toContain('URL of a wiki')
    expect((await refusalOf(importWiki(folder, {}, '/other/name/wiki'))).reason).toContain('no repository')
    expect((await refusalOf(importWiki(folder, { sourceBytes: 200 }))).reason).toContain(
      'more than 200 bytes',
    )
    expect((await refusalOf(importWiki(folder, { entries: 2 }))).reason).toContain('more than 2')
    expect((await refusalOf(importWiki(folder, { unpackedBytes: 1000 }))).reason).toContain('too large')
    expect((await refusalOf(importWiki(folder, { fileBytes: 1000 }))).reason).toContain('too large')
  })

  it('is rejected if the response is something else', async () => {
    const web = await serveWeb((_request, response) => response.end('<html>'))
    const refusal = await refusalOf(importAt(`${web.origin}/owner/name/wiki`, web.host))
    expect(refusal.reason).toContain('no Git repository')
  })

  it('is rejected if it has more folders than can be opened, however small it is', async () => {
    const folder = repositoryWith({ 'Home.md': '# Home', 'a/b/c/d.md': 'deep' })
    expect((await refusalOf(importWiki(folder, { depth: 3 }))).reason).toContain('more than 3 deep')
    // Each folder contains the one below ten times, so that a few objects are 10,000 files.
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', folder, ...identity, ...words], { stdio: 'pipe' })
        .toString()
        .trim()
    let [type, mode, id] = ['blob', '100644', git('rev-parse', 'HEAD:Home.md')]
    for (let level = 0; level < 4; level++) {
      const lines = Array.from({ length: 10 }, (_, at) => `${mode} ${type} ${id}\tn${at}`).join('\n')
      id = execFileSync('git', ['-C', folder, 'mktree'], { input: `${lines}\n` })
        .toString()
        .trim()
      ;[type, mode] = ['tree', '040000']
    }
    git('update-ref', 'HEAD', git('commit-tree', '-m', 'many', id))
    expect((await refusalOf(importWiki(folder))).reason).toContain('more than 5000 files')
  })

  it('is rejected with what to do if the server has no git', async () => {
    const folder = repositoryWith({ 'Home.md': '# Home' })
    const web = await serveWiki(folder)
    const git = gitForTest({ binary: 'no-such-git' })
    const imported = importAt(`${web.origin}/owner/name/wiki`, web.host, {}, git)
    await expect(imported).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'This server has no git. Ask its operator to install git 2.37 or newer.',
    })
  })
})
