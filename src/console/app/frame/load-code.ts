import { NewVersionError } from '../relay/request-error.ts'
import { isBuildOutdated } from '../relay/send.ts'

/** Loads code that is needed only now. Where the server has a newer build, the file exists no more. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (await isBuildOutdated()) throw new NewVersionError('The server has a newer version of the console.')
    throw error
  }
}
