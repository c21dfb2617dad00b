// Keeps one aak running and asks it about one message after another.
//
//     const { verdict } = await new Verifier("--production", "--network", "acme.adattributionkit").verdict(body);
import { spawn } from "node:child_process";
import { argv, stdin } from "node:process";
import { pathToFileURL } from "node:url";

// What `aak verify --lines` says of messages. The options are those of aak verify.
export class Verifier {
  #command;
  #run;

  constructor(...options) {
    this.#command = ["verify", "--lines", "--quiet", ...options];
  }

  // The verdict on the bytes that a device sent. Rejects where there is no answer: nobody knows then what the message is, so
  // answer 500, and the device sends it again. The next call starts aak anew.
  verdict(body) {
    const line = Buffer.concat([Buffer.from(body), Buffer.from("\n")]);
    // A line break is white space in JSON, and makes two lines of anything else.
    for (let at = 0; at < line.length - 1; at++) if (line[at] === 10 || line[at] === 13) line[at] = 32;
    const run = (this.#run ??= this.#start());
    return new Promise((resolve, reject) => {
      run.waiting.push({ resolve, reject });
      run.process.stdin.write(line);
    });
  }

  #start() {
    const run = { process: spawn("aak", this.#command, { stdio: ["pipe", "pipe", "inherit"] }), waiting: [] };
    const parts = [];
    run.process.stdout.on("data", (data) => {
      // Not by readline, to which other characters end lines too.
      for (let end; (end = data.indexOf(10)) >= 0; data = data.subarray(end + 1)) {
        run.waiting.shift().resolve(JSON.parse(Buffer.concat([...parts.splice(0), data.subarray(0, end)])));
      }
      parts.push(data);
    });
    run.ended = new Promise((resolve) => run.process.on("error", resolve).on("close", resolve)).then((why) => {
      if (this.#run === run) this.#run = undefined;
      for (const { reject } of run.waiting) reject(why instanceof Error ? why : new Error("aak ended without an answer"));
    });
    run.process.stdin.on("error", () => {});
    return run;
  }

  async close() {
    this.#run?.process.stdin.end();
    await this.#run?.ended;
  }
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) {
  // Each line of standard input is a message.
  const verifier = new Verifier(...argv.slice(2));
  const messages = Buffer.concat(await stdin.toArray()).toString("latin1").replace(/\n$/, "").split("\n");
  for (const message of messages) console.log((await verifier.verdict(Buffer.from(message, "latin1"))).verdict);
  await verifier.close();
}
