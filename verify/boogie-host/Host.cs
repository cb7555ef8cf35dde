// lockstep-boogie-host: Boogie 3.5.5 as a server over pipes. One JSON object a line in, one a line out.
//
//   request:  {"id":1,"program":"...","houdini":false,"solver":"z3","solver_path":"/usr/bin/z3",
//              "time_limit_ms":10000,"error_limit":8,"proof":"stem of the .smt2 to keep"}
//   response: {"id":1,"assertions":[{"id":"a","outcome":"proved|refuted|unknown|timeout","reason":"...",
//              "model":{"constant":"value"}}],"candidates":{"c":true},"error":"...","boogie":"3.5.5",
//              "solver":"Z3 4.8.12","queries":3,"seconds":0.02}
//
// Requests are answered one after the other. The host ends when its input ends and everything is answered, or when
// nobody could read an answer any more; its solver ends with it. docs/boogie-host.md has the details.
using System.Collections.Concurrent;
using Microsoft.Win32.SafeHandles;

namespace Lockstep.BoogieHost;

internal static class Host {
  private const int Stack = 1 << 30; // Boogie walks expressions by recursion; untouched pages cost nothing

  private static int Main(string[] arguments) {
    if (arguments.Contains("--version")) {
      Console.WriteLine("lockstep-boogie-host 1, Boogie 3.5.5");
      return 0;
    }
    var output = Native.lockstep_start();
    var slot = new SolverSlot();
    using var requests = new BlockingCollection<byte[]>();
    var worker = new Thread(() => Work(arguments, slot, requests, output), Stack) { IsBackground = true };
    worker.Start();
    Read(requests);
    while (!worker.Join(50))
      if (Native.lockstep_has_reader(output) == 0)
        break;
    return 0; // the worker ends with the process, and its solver with the worker
  }

  private static void Read(BlockingCollection<byte[]> requests) {
    using var input = new FileStream(new SafeFileHandle(0, false), FileAccess.Read, 1 << 16);
    using var line = new MemoryStream();
    for (int c; (c = input.ReadByte()) >= 0;)
      if (c != '\n') {
        line.WriteByte((byte)c);
      } else {
        requests.Add(line.ToArray());
        line.SetLength(0);
      }
    requests.CompleteAdding();
  }

  private static void Work(string[] arguments, SolverSlot slot, BlockingCollection<byte[]> requests, int output) {
    Warm(arguments, slot);
    var verifier = new Verifier(slot);
    foreach (var line in requests.GetConsumingEnumerable())
      if (line.Length > 0 && !Answer(verifier, line, output))
        break;
    slot.Close();
  }

  // --warm z3 PATH: start the solver that the first request will ask for.
  private static void Warm(string[] arguments, SolverSlot slot) {
    var at = Array.IndexOf(arguments, "--warm");
    if (at < 0 || at + 2 >= arguments.Length)
      return;
    try {
      slot.Warm(arguments[at + 1] == "cvc5", arguments[at + 2]);
    } catch (SolverGone) {
      // the request that needs it says so
    }
  }

  private static unsafe bool Answer(Verifier verifier, byte[] line, int output) {
    Response response;
    try {
      response = verifier.Run(Request.Parse(line));
    } catch (Exception e) {
      response = new Response { Error = "the request is malformed: " + e.Message };
    }
    var text = response.Line();
    fixed (byte* p = text.Span)
      return Native.lockstep_write(output, p, text.Length, long.MaxValue / 4) == 1;
  }
}
