// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {ForwarderTest} from "./base/ForwarderTest.sol";
import {ForwardTarget} from "./base/ForwardTarget.sol";

contract MinimalForwarderExecuteTest is ForwarderTest {
    // ------------------------------------------------------------- signatures

    function test_RevertWhen_TheSignatureIsNot65BytesLong() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        assertRefused(req, "", INVALID_LENGTH);
        assertRefused(req, resized(signature, 64), INVALID_LENGTH);
        assertRefused(req, resized(signature, 66), INVALID_LENGTH);
    }

    function test_RevertWhen_AnotherKeySigned() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        assertRefused(req, signRequest(other, req), INVALID);
    }

    function test_RevertWhen_NobodySignedForTheZeroAddress() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.from = address(0);
        // Recovery fails for each of these, and a failed recovery gives the zero address.
        assertRefused(req, abi.encodePacked(bytes32(0), bytes32(0), uint8(27)), INVALID);
        assertRefused(req, withV(signRequest(signer, req), 29), INVALID);
        assertRefused(req, mirrored(signRequest(signer, req)), INVALID);
    }

    function test_RevertWhen_SignedForAnotherChain() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        uint256 here = block.chainid;
        vm.chainId(here + 1);
        bytes memory signature = signRequest(signer, req);
        vm.chainId(here);
        assertRefused(req, signature, INVALID);
    }

    function test_RevertWhen_SignedForAnotherForwarder() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        address twin = deployArtifact("MinimalForwarder.sol:MinimalForwarder", "");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signer.key, requestDigest(twin, req));
        assertRefused(req, abi.encodePacked(r, s, v), INVALID);
    }

    function test_RevertWhen_SIsHigh() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        assertRefused(req, mirrored(signRequest(signer, req)), INVALID);
    }

    function test_RevertWhen_VIsNeither27Nor28() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        for (uint256 v = 0; v < 256; ++v) {
            if (v == 27 || v == 28) continue;
            assertRefused(req, withV(signature, uint8(v)), INVALID);
        }
    }

    // ------------------------------------------------------ nonce and deadline

    function test_RevertWhen_TheNonceIsTooHigh() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.nonce = 1;
        assertRefused(req, signRequest(signer, req), INVALID);
    }

    function test_RevertWhen_TheRequestRanAlready() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        execute(req, signature);
        assertRefused(req, signature, INVALID);
    }

    function test_RevertWhen_TheDeadlineIsOneSecondPast() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.deadline = uint48(vm.getBlockTimestamp());
        bytes memory signature = signRequest(signer, req);
        vm.warp(vm.getBlockTimestamp() + 1);
        assertRefused(req, signature, INVALID);
    }

    function test_RunsAtTheVerySecondOfTheDeadline() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.deadline = uint48(vm.getBlockTimestamp());
        execute(req, signRequest(signer, req));
        assertEq(target.calls(), 1);
    }

    function testFuzz_RunsAtAnyTimeWithoutADeadline(uint256 time) external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        vm.warp(bound(time, 1, type(uint64).max));
        execute(req, signRequest(signer, req));
        assertEq(target.calls(), 1);
    }

    // ------------------------------------------------------------------ ether

    function testFuzz_RevertWhen_TheEtherSentIsNotTheValue(uint256 value, uint256 sent) external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.value = value;
        bytes memory signature = signRequest(signer, req);
        sent = bound(sent, 0, RELAYER_ETHER);
        vm.assume(sent != value);
        vm.expectRevert(bytes(VALUE_MISMATCH));
        vm.prank(relayer);
        forwarder.execute{value: sent}(req, signature);
        assertEq(forwarder.getNonce(signer.addr), 0);
    }

    function testFuzz_ForwardsTheEtherAndKeepsNone(uint256 value) external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.value = bound(value, 0, RELAYER_ETHER);
        execute(req, signRequest(signer, req));
        assertEq(target.value(), req.value);
        assertEq(address(target).balance, req.value);
        assertEq(address(forwarder).balance, 0);
        assertEq(relayer.balance, RELAYER_ETHER - req.value);
    }

    // -------------------------------------------------------------------- gas

    function test_RevertWhen_LessGasIsLeftThanTheSignerAskedFor() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = 1_000_000;
        bytes memory signature = signRequest(signer, req);
        vm.expectRevert(bytes(INSUFFICIENT_GAS));
        vm.prank(relayer);
        forwarder.execute{gas: 1_000_000}(req, signature);
        assertEq(forwarder.getNonce(signer.addr), 0);

        req.gas = type(uint256).max;
        assertRefused(req, signRequest(signer, req), INSUFFICIENT_GAS);
    }

    /// A relayer chooses the gas that it passes, and must not be able to starve the call: whatever
    /// it passes, the target starts with all that was signed, or does not start.
    function testFuzz_NeverStartsTheCallWithLessThanAskedFor(uint256 passed, uint256 asked, bool withEther)
        external
    {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = bound(asked, 250_000, 2_000_000);
        req.value = withEther ? 1 : 0;
        passed = bound(passed, req.gas, req.gas + req.gas / 63 + 100_000);
        bytes memory signature = signRequest(signer, req);
        vm.prank(relayer);
        try forwarder.execute{gas: passed, value: req.value}(req, signature) {
            uint256 seen = target.gasSeen();
            req.nonce = 1;
            execute(req, signRequest(signer, req));
            assertEq(seen, target.gasSeen(), "the call got less than with gas in plenty");
        } catch (bytes memory reason) {
            // If not even the check can be paid for, there is no reason to give.
            if (reason.length != 0) {
                assertEq(reason, errorData(INSUFFICIENT_GAS));
            }
            assertEq(target.calls(), 0);
            assertEq(forwarder.getNonce(signer.addr), 0);
        }
    }

    /// The least gas with which the forwarder starts the call is still enough for all of it.
    function test_StartsTheCallWithAllThatWasAskedForAtTheVeryEdge() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        (uint256 tooLittle, uint256 enough) = (req.gas, 2 * req.gas);
        while (enough - tooLittle > 1) {
            uint256 middle = (tooLittle + enough) / 2;
            uint256 start = vm.snapshotState();
            if (_runsWith(middle, req, signature)) enough = middle;
            else tooLittle = middle;
            vm.revertToState(start);
        }
        assertTrue(_runsWith(enough, req, signature));
        uint256 seen = target.gasSeen();
        req.nonce = 1;
        execute(req, signRequest(signer, req));
        assertEq(seen, target.gasSeen(), "the call got less than with gas in plenty");
    }

    function testFuzz_GivesTheCallNoMoreGasThanSigned(uint256 asked) external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = bound(asked, 250_000, 5_000_000);
        execute(req, signRequest(signer, req));
        assertTrue(target.gasSeen() <= req.gas, "the call got more than signed");
    }

    // ------------------------------------------------------------ all is well

    function test_CallsAsTheForwarderWithTheSignerAtTheEnd() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        execute(req, signRequest(signer, req));
        assertEq(target.sender(), address(forwarder));
        assertEq(target.appendedSigner(), signer.addr);
    }

    function test_ReturnsWhatTheCallReturned() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        assertEq(execute(req, signRequest(signer, req)), abi.encode(uint256(8)));
        IMinimalForwarder.ForwardRequest memory toNobody = validRequest();
        toNobody.to = address(0xDEAD);
        assertEq(execute(toNobody, signRequest(signer, toNobody)), "");
    }

    function test_SpendsOneNonceAndTellsOfIt() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        vm.expectEmit(address(forwarder));
        emit IMinimalForwarder.RequestForwarded(signer.addr, 0, true);
        execute(req, signRequest(signer, req));
        assertEq(forwarder.getNonce(signer.addr), 1);
        assertEq(forwarder.getNonce(other.addr), 0);
    }

    function testFuzz_RunsForAnyoneWhoSendsIt(address sender, uint256 seed, uint256 number) external {
        Actor memory anyone = actorOf(seed);
        IMinimalForwarder.ForwardRequest memory req = requestOf(anyone);
        number = bound(number, 0, type(uint256).max - 1);
        req.data = abi.encodeCall(ForwardTarget.record, (number));
        bytes memory signature = signRequest(anyone, req);
        vm.prank(sender);
        assertEq(forwarder.execute(req, signature), abi.encode(number + 1));
        assertEq(target.appendedSigner(), anyone.addr);
        assertEq(forwarder.getNonce(anyone.addr), 1);
    }

    function _runsWith(uint256 passed, IMinimalForwarder.ForwardRequest memory req, bytes memory signature)
        private
        returns (bool ran)
    {
        bytes memory execution = abi.encodeCall(IMinimalForwarder.execute, (req, signature));
        vm.prank(relayer);
        (ran,) = address(forwarder).call{gas: passed}(execution);
    }
}
