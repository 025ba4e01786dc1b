import { serveTasks } from '../../../platform/worker-tasks.ts'
import { importTasks } from './import.tasks.ts'

await serveTasks(importTasks)
