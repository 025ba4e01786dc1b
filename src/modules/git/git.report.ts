import { emptyReport } from './git.loaders.ts'
import { GIT_LIMITS, type GitReport, type ReportEntry, type reportLists } from './git.model.ts'

/** Collects what an operation does with each file. Lists are cut at a limit. */
export class ReportBuilder {
  readonly #report: GitReport = emptyReport()
  #more = 0

  add(list: (typeof reportLists)[number], entry: ReportEntry): void {
    if (this.#report[list].length < GIT_LIMITS.reported) this.#report[list].push(entry)
    else this.#more += 1
  }

  get hasChanges(): boolean {
    const { created, changed, moved, deleted } = this.#report
    return created.length + changed.length + moved.length + deleted.length > 0
  }

  build(): GitReport {
    return { ...this.#report, ...(this.#more > 0 ? { more: this.#more } : {}) }
  }
}
