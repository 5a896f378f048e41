// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Fingerprint} from "./Fingerprint.sol";
import {Ghosts} from "./Ghosts.sol";
import {InvariantTest} from "./InvariantTest.sol";
import {RegistryHandler} from "./RegistryHandler.sol";

contract RegistryInvariants is InvariantTest {
    RegistryHandler internal handler;
    IRegistry internal register;

    function setUp() external {
        handler = new RegistryHandler();
        register = handler.direct();
        drive(address(handler), operations());
    }

    // ------------------------------------------------------------- invariants
    //
    // After each call these look at the agent that the call was about; after each run
    // `afterInvariant` looks at every agent and everybody.

    function invariant_WalletAndNumberAreABijectionForEver() external view {
        assertEq(register.totalAgents(), handler.agentsSeen(), "every agent was registered, once");
        assertEq(register.nextAgentId(), handler.agentsSeen() + 1);
        if (_isAgent(handler.touched())) _assertBound(handler.touched());
    }

    function invariant_GenerationIsTheParentsPlusOneWithinTheDepthOfItsTime() external view {
        if (_isAgent(handler.touched())) _assertGeneration(handler.touched());
    }

    function invariant_NoWayOutOfAFinalState() external view {
        if (_isAgent(handler.touched())) _assertFinal(handler.touched());
    }

    function invariant_ChildrenAddUp() external view {
        if (!_isAgent(handler.touched())) return;
        _assertChildren(handler.touched());
        uint256 parentAgentId = register.getAgent(handler.touched()).parentAgentId;
        if (parentAgentId != 0) _assertChildren(parentAgentId);
    }

    function invariant_NobodyOutsideTheGuardsChangesAnything() external view {
        assertEq(handler.surprise(), "");
    }

    function invariant_ANonceMovesByOnePerSuccessAndNeverOtherwise() external view {
        address[] memory people = handler.people();
        for (uint256 i = 0; i < people.length; ++i) {
            assertEq(handler.nonceOf(people[i]), handler.requestsRun(people[i]));
        }
        assertEq(handler.nonceOf(address(0)), 0);
    }

    function invariant_ConsentsAreNeverWithdrawn() external view {
        if (_isAgent(handler.touched())) _assertConsents(handler.touched());
    }

    function invariant_DirectAndForwardedEndInTheSameState() external view {
        assertEq(handler.difference(), "");
        _assertSame(handler.touched(), handler.forwarded());
    }

    function invariant_TheEventsAloneRebuildTheRegister() external view {
        assertEq(handler.rebuilt().contradiction(), "");
        _assertSame(handler.touched(), IRegistry(address(handler.rebuilt())));
    }

    function afterInvariant() external view {
        IRegistry rebuilt = IRegistry(address(handler.rebuilt()));
        uint256 listed;
        uint256 withParent;
        for (uint256 id = 1; id <= register.totalAgents(); ++id) {
            _assertBound(id);
            _assertGeneration(id);
            _assertFinal(id);
            _assertConsents(id);
            listed += _assertChildren(id);
            if (register.getAgent(id).parentAgentId != 0) ++withParent;
            _assertSame(id, handler.forwarded());
            _assertSame(id, rebuilt);
        }
        assertEq(listed, withParent, "every child is listed, and nobody else");

        address[] memory people = handler.people();
        for (uint256 i = 0; i < people.length; ++i) {
            bytes32 expected = Fingerprint.ofAddress(register, people[i]);
            assertEq(expected, Fingerprint.ofAddress(handler.forwarded(), people[i]), "forwarded: an address");
            assertEq(expected, Fingerprint.ofAddress(rebuilt, people[i]), "rebuilt: an address");
            uint256 id = register.walletToAgent(people[i]);
            if (id != 0) assertEq(register.getAgent(id).agentWallet, people[i], "number to wallet");
        }
        assertEq(register.walletToAgent(address(0)), 0);
    }

    // -------------------------------------------------------------- one agent

    function _assertBound(uint256 id) private view {
        address wallet = register.getAgent(id).agentWallet;
        assertEq(wallet, handler.remembered(id).agentWallet, "the wallet of registration");
        assertEq(register.walletToAgent(wallet), id, "wallet to number");
    }

    function _assertGeneration(uint256 id) private view {
        IRegistry.Agent memory agent = register.getAgent(id);
        Ghosts.Memory memory kept = handler.remembered(id);
        assertEq(agent.parentAgentId, kept.parentAgentId, "the parent of registration");
        if (agent.parentAgentId == 0) return assertEq(agent.generation, 0, "a root");
        assertTrue(agent.parentAgentId < id, "a parent is older");
        assertEq(agent.generation, register.getAgent(agent.parentAgentId).generation + 1, "the parent's plus one");
        assertTrue(agent.generation <= kept.depthAllowed, "too deep");
    }

    function _assertFinal(uint256 id) private view {
        Ghosts.Memory memory kept = handler.remembered(id);
        if (kept.isFinal) assertEq(uint8(register.getAgent(id).status), uint8(kept.finalStatus), "left a final state");
    }

    function _assertChildren(uint256 id) private view returns (uint256 count) {
        uint256[] memory children = register.getChildren(id);
        uint256 previous = id;
        for (uint256 i = 0; i < children.length; ++i) {
            // Strictly rising: in order, none twice, and no agent its own descendant.
            assertTrue(children[i] > previous, "out of order");
            previous = children[i];
            assertEq(register.getAgent(children[i]).parentAgentId, id, "a child of another");
        }
        return children.length;
    }

    function _assertConsents(uint256 id) private view {
        Ghosts.Memory memory kept = handler.remembered(id);
        (bool wallet, bool haftungsperson, bool parent) = register.consents(id);
        assertTrue(wallet || !kept.walletConsent, "withdrawn: of the wallet");
        assertTrue(haftungsperson || !kept.haftungspersonConsent, "withdrawn: of the haftungsperson");
        assertTrue(parent || !kept.parentConsent, "withdrawn: of the parent");
    }

    /// @dev The twin answers as the register does: of the agent, if it is one, and of the roles.
    function _assertSame(uint256 id, IRegistry twin) private view {
        assertEq(Fingerprint.ofRoles(register), Fingerprint.ofRoles(twin), "roles, depth, count");
        if (!_isAgent(id)) return;
        string memory name = string.concat("agent ", vm.toString(id));
        assertEq(Fingerprint.ofAgent(register, id), Fingerprint.ofAgent(twin, id), name);
    }

    function _isAgent(uint256 id) private view returns (bool) {
        return id != 0 && id <= register.totalAgents();
    }

    // ---------------------------------------------------------------- reached

    /// The invariants say little unless the handler gets everywhere: a fixed run of it must.
    function test_TheHandlerReachesEverything() external {
        runFixed(address(handler), operations(), 3_000);
        _assertReached(IRegistry.registerAgent.selector, "registerAgent");
        _assertReached(IRegistry.attestCompliance.selector, "attestCompliance");
        _assertReached(IRegistry.reportRevenue.selector, "reportRevenue");
        _assertReached(IRegistry.updateCapabilities.selector, "updateCapabilities");
        _assertReached(IRegistry.updateConstitution.selector, "updateConstitution");
        _assertReached(IRegistry.terminateSelf.selector, "terminateSelf");
        _assertReached(IRegistry.confirmAgent.selector, "confirmAgent");
        _assertReached(IRegistry.suspendAgent.selector, "suspendAgent");
        _assertReached(IRegistry.revokeAgent.selector, "revokeAgent");
        _assertReached(IRegistry.reactivateAgent.selector, "reactivateAgent");
        _assertReached(IRegistry.addRegulator.selector, "addRegulator");
        _assertReached(IRegistry.removeRegulator.selector, "removeRegulator");
        _assertReached(IRegistry.setMaxGenerationDepth.selector, "setMaxGenerationDepth");
        _assertReached(IRegistry.transferOwnership.selector, "transferOwnership");
        _assertReached(IRegistry.acceptOwnership.selector, "acceptOwnership");
        _assertDeep();
    }

    function operations() private view returns (bytes4[] memory selectors) {
        selectors = new bytes4[](16);
        selectors[0] = handler.registerRoot.selector;
        selectors[1] = handler.registerChild.selector;
        selectors[2] = handler.registerDescendant.selector;
        selectors[3] = handler.attestCompliance.selector;
        selectors[4] = handler.reportRevenue.selector;
        selectors[5] = handler.updateCapabilities.selector;
        selectors[6] = handler.updateConstitution.selector;
        selectors[7] = handler.confirmAgent.selector;
        selectors[8] = handler.suspendAgent.selector;
        selectors[9] = handler.reactivateAgent.selector;
        selectors[10] = handler.endAgent.selector;
        selectors[11] = handler.setMaxGenerationDepth.selector;
        selectors[12] = handler.administer.selector;
        selectors[13] = handler.acceptOwnership.selector;
        selectors[14] = handler.passTime.selector;
        selectors[15] = handler.sendStrayRequest.selector;
    }

    function _assertReached(bytes4 selector, string memory name) private view {
        assertTrue(handler.accepted(selector) >= 10, string.concat("hardly ever accepted: ", name));
        assertTrue(handler.refused(selector) >= 10, string.concat("hardly ever refused: ", name));
    }

    function _assertDeep() private view {
        uint256 deepest;
        uint256 reports;
        uint256[4] memory inState;
        uint256 confirmedLater;
        for (uint256 id = 1; id <= register.totalAgents(); ++id) {
            IRegistry.Agent memory agent = register.getAgent(id);
            if (agent.generation > deepest) deepest = agent.generation;
            ++inState[uint8(agent.status)];
            reports += register.getRevenueHistory(id).length;
            (bool wallet,,) = register.consents(id);
            if (wallet && agent.creator != agent.agentWallet) ++confirmedLater;
        }
        assertTrue(deepest >= 5, "no deep lineage");
        assertTrue(reports >= 20, "hardly any revenue");
        assertTrue(confirmedLater >= 5, "hardly any consent after registration");
        for (uint256 i = 0; i < 4; ++i) assertTrue(inState[i] >= 5, "a state hardly reached");
    }
}
