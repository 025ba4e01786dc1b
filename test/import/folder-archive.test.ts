import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Archive } from '../../src/modules/import/archive/zip.ts'
import { importLimits } from '../../src/modules/import/types.ts'
import { archiveFolder } from '../../src/tools/content/folder-archive.ts'

function folderWith(files: Record<string, string>): { folder: string; file: string } {
  const parent = mkdtempSync(join(tmpdir(), 'quire-folder-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'docs')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return { folder, file: join(parent, 'docs.zip') }
}

describe('the archive of a folder', () => {
  it('has all files except those of Git, and reports links', async () => {
    const { folder, file } = folderWith({
      'README.md': '# One',
      'guide/größe.md': '# Two',
      '.git/config': 'secret',
    })
    symlinkSync('/etc/passwd', join(folder, 'link.md'))
    const progress: string[] = []
    const report = await archiveFolder(folder, file, (done, of) => progress.push(`${done}/${of}`))
    expect(report).toEqual({ files: 2, skipped: [{ path: 'link.md', reason: 'It is not a file.' }] })
    expect(progress).toEqual(['1/2', '2/2'])
    expect(readFileSync(file).includes('secret')).toBe(false)
    const archive = await Archive.open(file, importLimits)
    onTestFinished(() => archive.close())
    expect([...archive.paths].sort()).toEqual(['README.md', 'guide/größe.md'])
    expect((await archive.read('guide/größe.md')).toString()).toBe('# Two')
  })

  it('fails if a file disappears while it is written', async () => {
    const { folder, file } = folderWith({ 'a.md': 'a', 'b.md': 'b' })
    const removing = archiveFolder(folder, file, () => rmSync(join(folder, 'b.md'), { force: true }))
    await expect(removing).rejects.toThrow(/ENOENT.*b\.md/)
  })
})
