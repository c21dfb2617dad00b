// Keeps an aak running and asks it about one line after another.
//
//     const verifier = new Coprocess("verify", "--production", "--network", "acme.adattributionkit", "--validate",
//       "--accept", "postback", "--accept", "skadnetwork-postback");
//     const { verdict } = JSON.parse(await verifier.ask(body));
//     const token = await new Coprocess("sign", "--key", "acme.private.pem").ask(JSON.stringify(payload));
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { argv, stdin } from "node:process";
import { pathToFileURL } from "node:url";

export class Coprocess {
  #run;
  timeout = 10_000;

  constructor(...words) {
    this.command = [...words, "--lines", "--quiet"];
  }

  // The result for some bytes. Rejects if aak rejects them, and if no result comes in time: it is unknown then what they
  // are, so respond with 500, and the device sends them again. The next call starts a new aak,
  // which does not know what --unique saw before: have the database reject a second row with the same identifier.
  async ask(text) {
    const line = Buffer.concat([Buffer.from(text), Buffer.from("\n")]);
    // A line break is white space in JSON, and makes two lines of anything else.
    for (let at = 0; at < line.length - 1; at++) if (line[at] === 10 || line[at] === 13) line[at] = 32;
    const run = (this.#run ??= this.#start());
    // A result that comes late would be taken for that of the next line.
    const timer = setTimeout(() => this.#end(run, new Error("aak gave no answer in time")), this.timeout);
    const asked = new Promise((resolve, reject) => run.waiting.push({ resolve, reject }));
    run.process.stdin.write(line);
    const answer = await asked.finally(() => clearTimeout(timer));
    if (answer.startsWith('{"error":')) throw new Error(JSON.parse(answer).error.message);
    return answer;
  }

  #start() {
    const run = { process: spawn("aak", this.command, { stdio: ["pipe", "pipe", "inherit"] }), waiting: [] };
    const parts = [];
    run.process.stdout.on("data", (data) => {
      // Not by readline, to which other characters end lines too.
      for (let end; (end = data.indexOf(10)) >= 0; data = data.subarray(end + 1)) {
        run.waiting.shift()?.resolve(Buffer.concat([...parts.splice(0), data.subarray(0, end)]).toString());
      }
      parts.push(data);
    });
    run.ended = new Promise((resolve) => run.process.on("error", resolve).on("close", resolve)).then((why) =>
      this.#end(run, why instanceof Error ? why : new Error("aak ended without an answer")));
    run.process.stdin.on("error", () => {});
    return run;
  }

  #end(run, why) {
    if (this.#run === run) this.#run = undefined;
    run.process.kill("SIGKILL");
    for (const { reject } of run.waiting.splice(0)) reject(why);
  }

  async close() {
    this.#run?.process.stdin.end();
    await this.#run?.ended;
  }
}

if (argv[1] && import.meta.url === pathToFileURL(realpathSync(argv[1])).href) {
  // Each line of standard input is a message.
  const aak = new Coprocess("verify", ...argv.slice(2));
  const messages = Buffer.concat(await stdin.toArray()).toString("latin1").replace(/\n$/, "").split("\n");
  for (const message of messages) console.log(JSON.parse(await aak.ask(Buffer.from(message, "latin1"))).verdict);
  await aak.close();
}
