// A solver process: text in, S-expressions out, every wait with a deadline. Stands where Boogie expects its own
// SMTLibProcess, but the host asks its questions itself (Query.cs), so that the solver's own answer is seen.
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Boogie;
using Microsoft.Boogie.SMTLib;

namespace Lockstep.BoogieHost;

internal static unsafe partial class Native {
  [LibraryImport("spawn")] public static partial int lockstep_spawn(byte* path, byte** argv, int* to, int* from);
  [LibraryImport("spawn")] public static partial void lockstep_limit(int child, int megabytes);
  [LibraryImport("spawn")] public static partial void lockstep_reap(int child, int to, int from);
  [LibraryImport("spawn")] public static partial long lockstep_clock_ms();
  [LibraryImport("spawn")] public static partial int lockstep_read(int fd, byte* buffer, int size, long deadline);
  [LibraryImport("spawn")] public static partial int lockstep_write(int fd, byte* buffer, int size, long deadline);
  [LibraryImport("spawn")] public static partial int lockstep_start();
  [LibraryImport("spawn")] public static partial int lockstep_has_reader(int fd);
}

// The solver is gone, or was killed because it did not answer in time.
internal sealed class SolverGone(string why, bool late) : Exception(why) {
  public bool Late { get; } = late;
}

internal sealed unsafe class Solver : SMTLibSolver {
  private const long Patience = 5000;            // ms for what is no search: parsing, models
  private readonly StringBuilder pending = new();
  private readonly byte[] buffer = new byte[1 << 16];
  private readonly int to, from;
  private int start, end, echoes;
  private int child;

  public List<string> Errors { get; } = new();   // what the solver complained about since the last Reset
  public TextWriter? Transcript { get; set; }
  public string Name { get; }
  public bool Alive => child > 0;

  public static long Now => Native.lockstep_clock_ms();

  public Solver(string name, string path, IReadOnlyList<string> arguments) {
    Name = name;
    var all = new List<string> { path };
    all.AddRange(arguments);
    byte** argv = stackalloc byte*[all.Count + 1];
    for (var i = 0; i < all.Count; i++)
      argv[i] = (byte*)Marshal.StringToCoTaskMemUTF8(all[i]);
    argv[all.Count] = null;
    int into, outOf;
    child = Native.lockstep_spawn(argv[0], argv, &into, &outOf);
    for (var i = 0; i < all.Count; i++)
      Marshal.FreeCoTaskMem((nint)argv[i]);
    if (child <= 0)
      throw new SolverGone($"cannot start {path}: {Marshal.GetPInvokeErrorMessage(-child)}", false);
    to = into;
    from = outOf;
  }

  public void Limit(int megabytes) => Native.lockstep_limit(child, megabytes);

  public override void Close() {
    if (child > 0)
      Native.lockstep_reap(child, to, from);
    child = 0;
  }

  public override void Send(string text) {
    pending.Append(text).Append('\n');
    Transcript?.WriteLine(text);
  }

  // Forgets everything said so far.
  public void Reset() {
    Errors.Clear();
    Send("(reset)");
  }

  // Sends what is pending and the request; the answers up to the echo that follows it. The last answer counts.
  public SExpr? Ask(string request, long deadline) {
    Send(request);
    var mark = "done-" + ++echoes;
    pending.Append("(echo \"").Append(mark).Append("\")\n");
    Flush(deadline);
    SExpr? answer = null;
    while (true) {
      var e = Read(deadline);
      if (e.IsId && (e.Name == mark || e.Name == "\"" + mark + "\""))
        return answer;
      if (e.Name == "error" && !e.IsId)
        Errors.Add(e[0].Name);
      else if (e.Name != "unsupported" && e.Name != "success")
        answer = e;
    }
  }

  public SExpr? Ask(string request) => Ask(request, Now + Patience);

  private void Flush(long deadline) {
    var bytes = Encoding.UTF8.GetBytes(pending.ToString());
    pending.Clear();
    fixed (byte* p = bytes) {
      var done = Native.lockstep_write(to, p, bytes.Length, deadline + Patience);
      if (done <= 0)
        Fail(done < 0);
    }
  }

  private void Fail(bool late) {
    Close();
    throw new SolverGone(late ? "the solver did not answer in time" : "the solver ended unexpectedly", late);
  }

  private int Next(long deadline) {
    if (start == end) {
      fixed (byte* p = buffer)
        end = Native.lockstep_read(from, p, buffer.Length, deadline);
      start = 0;
      if (end <= 0) {
        var late = end < 0;
        end = 0;
        Fail(late);
      }
    }
    return buffer[start++];
  }

  private SExpr Read(long deadline) {
    var open = new Stack<List<SExpr>>();
    while (true) {
      var c = Next(deadline);
      SExpr? done = null;
      switch (c) {
        case ' ' or '\t' or '\r' or '\n':
          continue;
        case '(':
          open.Push(new List<SExpr>());
          continue;
        case ')':
          if (open.Count == 0)
            continue;
          done = Node(open.Pop());
          break;
        case ';':
          while (Next(deadline) != '\n') { }
          continue;
        default:
          done = new SExpr(Atom(c, deadline));
          break;
      }
      if (open.Count == 0)
        return done;
      open.Peek().Add(done);
    }
  }

  // As Boogie has it: the first element, where it is an atom, is the name.
  private static SExpr Node(List<SExpr> parts) =>
    parts.Count > 0 && parts[0].IsId ? new SExpr(parts[0].Name, parts.Skip(1)) : new SExpr("", parts);

  private string Atom(int first, long deadline) {
    var text = new List<byte>();
    if (first is '"' or '|') {
      for (var c = Next(deadline); c != first; c = Next(deadline))
        text.Add((byte)c);
    } else {
      text.Add((byte)first);
      for (var c = Next(deadline); ; c = Next(deadline)) {
        if (c is ' ' or '\t' or '\r' or '\n')
          break;
        if (c is '(' or ')') {
          start--;
          break;
        }
        text.Add((byte)c);
      }
    }
    return Encoding.UTF8.GetString(text.ToArray());
  }

  // Boogie's side of the class; the host does not use its conversations.
  public override event Action<string> ErrorHandler { add { } remove { } }
  public override void AddErrorHandler(Action<string> handler) { }
  public override void NewProblem(string descriptiveName) { }
  public override Task PingPong() => Task.CompletedTask;
  public override Task<SExpr> SendRequest(string request, CancellationToken token = default) =>
    throw new NotSupportedException();
  public override Task<IReadOnlyList<SExpr>> SendRequestsAndCloseInput(IReadOnlyList<string> requests,
    CancellationToken token = default) => throw new NotSupportedException();
}
